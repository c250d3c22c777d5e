"""The armies that ship, typed a second time: cards, morale, chits and stands. KIM-1.2a, KIM-1.2b, KIM-8.1a"""

from __future__ import annotations

from collections import Counter

import pytest

from deadground.core.loader import load
from deadground.systems.stands.army import ARMIES, CommandGroup, Formation, army_from, formations
from deadground.testing.rules import rule

ORDERS_OF_BATTLE = {
    "fourteenth-corps": """
        general cards 0
        infantry_division: pass -, morale -, chits 0, a day 0
            0 hq*1 | 2 infantry*8 | 2 infantry*8 | 1 q25pdr*4 | 1 at_17pdr*2 | 2 sherman*4
        tank_division: pass -, morale -, chits 0, a day 0
            0 hq*1 | 4 sherman*4 firefly*4 | 4 cromwell*4 churchill*4 | 2 armoured_infantry*8 | 1 sexton*4
    """,
    "fourteenth-corps-1944": """
        general cards 2
        infantry_division: pass -, morale 13 16, chits 0, a day 7
            0 hq*1 | 2 infantry*8 | 2 infantry*8 | 1 q25pdr*4 | 1 at_17pdr*2 | 2 sherman*4 | 1 recon*1 | 0 supply*1
        tank_division: pass -, morale 14 18, chits 0, a day 6
            0 hq*1 | 4 sherman*4 firefly*4 | 4 cromwell*4 churchill*4 | 2 armoured_infantry*8 | 1 sexton*4
            | 1 recon*1 | 0 supply*1
    """,
    "german-battle-group-1943": """
        general cards 1
        panzer: pass 4, morale 6 8, chits 0, a day 0
            0 hq*1 | 2 pz4_mid*4 | 1 stug3_late*2 | 2 armoured_infantry*4 | 1 recon*1
        grenadier: pass 4, morale 6 8, chits 6, a day 0
            0 hq*1 | 3 infantry*6 | 2 pak40*2 | 1 lefh18*2 | 1 recon*1
    """,
    "german-corps-1944": """
        general cards 2
        infantry_division: pass -, morale 15 18, chits 0, a day 5
            0 hq*1 | 3 infantry*8 | 3 infantry*8 | 2 pak40*4 | 2 flak36*2 | 1 lefh18*4 | 1 recon*1 | 0 supply*1
        panzer_division: pass 4, morale 15 19, chits 0, a day 4
            0 hq*1 | 3 panther*6 | 3 pz4_late*6 | 1 tiger_1*2 | 4 armoured_infantry*8 | 2 jagdpanzer4*3 | 1 wespe*3
            | 1 recon*1 | 0 supply*1
    """,
    "german-panzer-regiment-1943": """
        general cards 2
        panzer: pass 4, morale 12 16, chits 8, a day 0
            0 hq*1 | 1 tiger_1*1 | 2 pz4_mid*4 | 2 pz3_late*4 | 3 armoured_infantry*8 | 2 infantry*2
            | 2 lefh18*3 sfh18*1 | 1 recon*1
        grenadier: pass 4, morale 7 9, chits 0, a day 0
            0 hq*1 | 3 infantry*8 | 1 stug3_late*3 | 1 recon*1
    """,
    "soviet-mobile-group-1943": """
        general cards 1
        brigade: pass 6, morale 7 9, chits 0, a day 0
            0 hq*1 | 2 t34_mid*6 | 1 infantry*4 | 1 recon*1
        regiment: pass 6, morale 9 12, chits 5, a day 0
            0 hq*1 | 1 infantry*6 | 1 infantry*4 | 1 zis3*2 | 1 m30*2 | 1 recon*1
    """,
    "soviet-rifle-regiment-1943": """
        general cards 1
        regiment: pass -, morale 14 17, chits 6, a day 0
            0 hq*1 | 2 infantry*8 | 2 infantry*6 | 2 at45*2 | 2 zis3*2 | 1 m30*3 | 1 infantry*1
        tank_battalion: pass 6, morale 3 4, chits 0, a day 0
            0 hq*1 | 2 t34_mid*4 | 1 recon*1
    """,
}


@rule("KIM-1.2a", "KIM-1.2b", "KIM-8.1a", "KIM-8.2c")
@pytest.mark.parametrize("name", sorted(file.stem for file in ARMIES.glob("*.yaml")))
def test_an_army_is_what_was_typed_twice(name: str) -> None:
    army = army_from(load(ARMIES / f"{name}.yaml"))
    found = " ".join([f"general cards {army.general_cards}", *map(in_words, army.commands)])
    assert found.split() == ORDERS_OF_BATTLE[name].split()


def in_words(command: CommandGroup) -> str:
    morale = " ".join(map(str, command.morale or "-"))
    head = f"{command.id}: pass {command.pass_number or '-'}, morale {morale}, chits {command.chits}"
    return f"{head}, a day {command.chits_a_day} " + " | ".join(map(unit_in_words, formations(command)))


def unit_in_words(unit: Formation) -> str:
    kinds = Counter(stand.kind for stand in unit.stands)
    return " ".join([str(unit.cards), *(f"{kind}*{count}" for kind, count in kinds.items())])
