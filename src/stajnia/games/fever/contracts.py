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

from typing import Final

FA1: Final = 0
FA2: Final = 1
FA3: Final = 2
FA4: Final = 3
FA5: Final = 4
FA6: Final = 5
FA7: Final = 6
FA8: Final = 7
GO1: Final = 8
GO2: Final = 9
GO3: Final = 10
GO4: Final = 11
GO5: Final = 12
GO6: Final = 13
GO7: Final = 14
GO8: Final = 15
GN1: Final = 16
GN2: Final = 17
GN3: Final = 18
GN4: Final = 19
GN5: Final = 20
GN6: Final = 21
GN7: Final = 22
GN8: Final = 23
LE1: Final = 24
LE2: Final = 25
LE3: Final = 26
LE4: Final = 27
LE5: Final = 28
LE6: Final = 29
LE7: Final = 30
LE8: Final = 31
WI1: Final = 32
WI2: Final = 33
WI3: Final = 34
WI4: Final = 35
WI5: Final = 36
WI6: Final = 37
WI7: Final = 38
WI8: Final = 39
ONCE_A_ROUND: Final = (FA2, FA3, FA4, FA5, FA7, FA8, WI3)
