import type { View } from "./view";

/** While a race is shown, what people see beside the course stays as it was before it. */
export const stage: { before: View | null } = $state({ before: null });
