"""How the cells of the vehicle and gun lists are read. Letters and numbers set small are marks of notes.

6(Main) MG(Trt2) MG(Trt3)     one weapon for each turret
2(ROF6), 9*, 12R, Flame/6     rate of fire, howitzer, rocket launcher, a flamethrower beside a gun of APR 6
6/3 5/2                       HE: blast circle and Impact, for each gun in order
24/16/6 ⁽⁴⁾                   inches by road, across country and through water
1/2 ^E, 2+10A, 4              crew of hull and turret, crew and whom it carries, one compartment

A dash is none: null in a printed list, and "-" in our own, where an owner of the book can type it too.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from deadground.systems.skirmish.armies.cells import Printed

Arm = Literal["gun", "howitzer", "machine_gun", "flamethrower", "mortar", "rockets", "rocket_mortar"]
"""What kind of weapon it is; a `rocket_mortar` is that of the Sturmtiger."""

NAME_MARK = re.compile(r"\s*\^?[(⁽](LS|X|[Tt]rt|³)[)⁾]$")
SMALL_DIGIT = re.compile(r"\s*[⁽(]([¹²³⁴⁵⁶1-6])[)⁾]")
LETTERS = re.compile(r"\s*\^[{(]?([A-E]+)[})]?\s*|(?<=[\d)])(A)$")
PLACED = re.compile(r"(Flame|MG|\d+)\s*\((Main|Sp|Trt\d?)\)")
SINGLE = re.compile(r"(\d+)(\*)?\s*(?:\(ROF(\d)\))?(R)?\s*(?:\(HEAT\))?")
MACHINE_GUN = re.compile(r"(?:(\d)x ?)?\(?(MG|LMG|MMG)\)?")
PLAIN_DIGITS = str.maketrans("¹²³⁴⁵⁶", "123456")
LETTER_NAMES = {"trt": "trt", "Trt": "trt", "LS": "ls", "X": "x", "³": "3"}


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon of a main gun cell. `place` is the word behind it: Main, Sp, Trt2."""

    arm: Arm
    place: str = ""
    apr: int | None = None
    shots: int = 1
    word: str = ""
    """MG, LMG or MMG of a machine gun."""
    count: int = 1


class Coded(msgspec.Struct, frozen=True, kw_only=True):
    """One machine gun of a cell: Y, ?, Yx2, DF. COT-VEH-04"""

    place: str = ""
    count: int = 1
    optional: bool = False
    defensive: bool = False


def vehicle_name(cell: Printed) -> tuple[str, tuple[str, ...]]:
    """A vehicle's name and the marks behind it."""
    text = str(cell)
    found = NAME_MARK.search(text)
    return (NAME_MARK.sub("", text), (LETTER_NAMES[found[1]],)) if found else (text, ())


def main_guns(cell: Printed) -> tuple[tuple[Gun, ...], tuple[str, ...]]:
    """The weapons of a main gun cell in the order of its turrets, and their marks. COT-VEH-03, LR-114, LR-145"""
    if cell in (None, "-", "Bridging"):
        return (), ()
    text = str(cell)
    notes = tuple(mark.translate(PLAIN_DIGITS) for mark in re.findall(r"⁽([¹²³⁴⁵⁶])⁾", text))
    text = re.sub(r"\s*⁽[¹²³⁴⁵⁶]⁾", "", text)
    placed = PLACED.findall(text)
    if placed:
        return tuple(msgspec.structs.replace(one_gun(word), place=place) for word, place in placed), notes
    if text.startswith("Flame/"):
        return (one_gun(text.removeprefix("Flame/")), one_gun("Flame")), notes
    gun = one_gun(text)
    single = SINGLE.fullmatch(text)
    stars = (*(("star",) if single and single[2] else ()), *(("r",) if single and single[4] else ()))
    return (gun,), (*stars, *notes)


def one_gun(text: str) -> Gun:
    """One weapon of a main gun cell."""
    if text.lower() == "flame":
        return Gun(arm="flamethrower")
    if text == "81mm mortar":
        return Gun(arm="mortar")
    if text == "280mm rockets":
        return Gun(arm="rockets")
    machine_gun = MACHINE_GUN.fullmatch(text)
    if machine_gun:
        return Gun(arm="machine_gun", word=machine_gun[2], count=int(machine_gun[1] or 1))
    found = SINGLE.fullmatch(text)
    if found is None:
        raise ValueError(f"'{text}' is no main gun")
    arm: Arm = "howitzer" if found[2] else "rocket_mortar" if found[4] else "gun"
    return Gun(arm=arm, apr=int(found[1]), shots=int(found[3] or 1))


def explosives(cell: Printed) -> tuple[tuple[int, int], ...]:
    """Blast circle and Impact of each gun that has HE, in order. COT-VEH-03"""
    if cell in (None, "-"):
        return ()
    found = [re.fullmatch(r"(\d+)/(\d+)", one) for one in str(cell).split()]
    if None in found:
        raise ValueError(f"'{cell}' is no HE")
    return tuple((int(one[1]), int(one[2])) for one in found if one)


def coded(cell: Printed) -> tuple[tuple[Coded, ...], tuple[str, ...]]:
    """The machine guns of a cell and its marks; FLAK, N and a dash are none. COT-VEH-04, LR-140"""
    if cell in (None, "-", "N", "FLAK"):
        return (), ()
    text = str(cell)
    guns: list[Coded] = []
    marks: list[str] = []
    for word in text.split():
        found = re.fullmatch(r"(N|\?|DF|Y(?:-DF|/Y)?)(?:x(\d))?(\*\*)?(?:\((Main|Trt\d|trt)\))?", word)
        if found is None:
            raise ValueError(f"'{cell}' is no machine gun")
        place = "" if found[4] in (None, "trt") else found[4]
        if found[1][0] in "Y?":
            guns.append(Coded(place=place, count=int(found[2] or 1), optional=found[1] == "?"))
        if found[1].endswith("/Y"):
            guns.append(Coded(place="Cupola"))
        if found[1].endswith("DF"):
            guns.append(Coded(place=place, defensive=True))
        marks += ["question"] if found[1] == "?" else []
        marks += ["star_star"] if found[3] else []
        marks += ["trt"] if found[4] == "trt" else []
    return tuple(guns), tuple(marks)


def speeds(cell: Printed) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Inches by road, across country, through water, as many as there are. COT-VEH-05, COT-VEH-19, LR-146"""
    text = str(cell)
    marks = ["star_star"] if text.endswith("**") else []
    text = text.removesuffix("**")
    marks += [mark.translate(PLAIN_DIGITS) for mark in SMALL_DIGIT.findall(text)]
    return tuple(int(one) for one in SMALL_DIGIT.sub("", text).split("/")), tuple(marks)


def crews(cell: Printed) -> tuple[tuple[int, ...], int, tuple[str, ...]]:
    """The crew by compartment, how many are carried besides, and the marks. COT-VEH-05, LR-133, LR-153

    A motorcycle has a rider, and one more in its sidecar: LR-139. How many "Varies" is, no cell says.
    """
    text = str(cell)
    marks = [mark.translate(PLAIN_DIGITS) for mark in SMALL_DIGIT.findall(text)]
    text = SMALL_DIGIT.sub("", text)
    for letters, last in LETTERS.findall(text):
        marks += [letter.lower() for letter in letters or last]
    text = LETTERS.sub("", text).strip()
    if text == "1 or 2":
        return (1,), 0, (*marks, "sidecar")
    crew, _, carried = text.partition("+")
    compartments = tuple(int(one) for one in re.split(r"[/ ]", crew))
    return compartments, int(carried) if carried.isdigit() else 0, tuple(marks)
