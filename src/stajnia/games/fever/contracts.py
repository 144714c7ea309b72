"""The 40 contracts by index, and the number `n` that each one's text turns on (in brackets, from the box).

Each contract exists once, so a hook asks only who owns it: `s.own[FA4] == seat`. Where a contract works is said
here; the lines that make it work stand in the module of that step.

acquire          FA1 reserve a bet token, also at later round starts; WI2 hand limit [+2]; GO3 Gold for later ones [4]
price            GO5 contracts are cheaper [3]
bet placed       FA2 a second Win bet, FA3 a second Podium bet, once a round; FA6 stake limit [30]
magic            WI1 more cards a token [1]; WI4 Gold a card played [1]; WI3 look at a lane, once a round;
                 WI6 swap cards at the start of an action turn [2]; WI5 a card at the end of planning [1]
action           GN6 more Gold from yellow [5]
round start      GN3 Gold at later round starts [4]; FA1
race start       GN7 Gold for holding the first player token [5]; WI7 discard a negative card on the own unicorn
race turn        LE8 Gold a die of the own colour [2]
payout           FA4 Glory for a successful bet, once a round [1]; FA5 second place saves a Win bet, Glory [3];
                 FA7 part of a failed stake back [1/2]; FA8 a Podium bet pays [x3]; GO4 Gold a failed bet of anyone
                 [1]; GN1 owner reward [x2]; GN2 Glory for the own unicorn on the podium [1]; LE1-LE6 Glory for that
                 colour on the podium [1]; LE7 Glory for a winner at x5 or more [3]; WI8 Glory for magic on the
                 winner [1]
tax              GO8 counts less Glory [4]; GO2 pays a part [1/2], rounded up
refresh          GO7 buy an unsold contract [5]
game end         GO1 Gold a contract of opponents [3]; GN4 a loan costs [20]; GN5 Gold for a Glory [12];
                 GO6 a Glory for every so many contracts [2]; GN8 nothing but its printed Glory
"""

from __future__ import annotations

(FA1, FA2, FA3, FA4, FA5, FA6, FA7, FA8) = range(8)
(GO1, GO2, GO3, GO4, GO5, GO6, GO7, GO8) = range(8, 16)
(GN1, GN2, GN3, GN4, GN5, GN6, GN7, GN8) = range(16, 24)
(LE1, LE2, LE3, LE4, LE5, LE6, LE7, LE8) = range(24, 32)
(WI1, WI2, WI3, WI4, WI5, WI6, WI7, WI8) = range(32, 40)
ONCE_A_ROUND = (FA2, FA3, FA4, FA5, FA7, FA8, WI3)
