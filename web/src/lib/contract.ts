// The one door to the types that are generated from the server's own description of its messages.
import type { components } from "../generated/api";

type Schemas = components["schemas"];

export type AnyMessage = Schemas["AnyMessage"];
export type AnyCall = Schemas["AnyCall"];
export type AnyServerCall = Schemas["AnyServerCall"];
export type AnyServerMessage = Schemas["AnyServerMessage"];
export type Again = Schemas["AgainMessage"];
export type NoticeWays = Schemas["NoticeWays"];
export type NoticeOrder = Schemas["NoticeOrder"];
export type Since = Schemas["Since"];
export type DiceSeal = Schemas["DiceSeal"];
export type DiceAudit = Schemas["DiceAudit"];
export type Said = Schemas["Said"];
export type Circle = Schemas["Circle"];
export type Sketch = Schemas["Sketch"];
export type NotesMessage = Schemas["NotesMessage"];
export type ViewMessage = Schemas["ViewMessage"];
export type PatchMessage = Schemas["PatchMessage"];
export type AckMessage = Schemas["AckMessage"];
export type RefusalMessage = Schemas["RefusalMessage"];
export type SeenView = Schemas["SeenView"];
export type SeenEvent = Schemas["SeenEvent"];
export type Outcome = Schemas["Outcome"];
export type Change = Schemas["Change"];
export type Fault = Schemas["Fault"];
export type Suggestion = Schemas["Suggestion"];
export type Roll = Schemas["Roll"];
export type ToldTally = Schemas["ToldTally"];

export type AnyRequest = Schemas["AnyRequest"];
export type Kind = AnyRequest["kind"];
export type Pick = Schemas["Pick"];
export type Path = Schemas["Path"];
export type Place = Schemas["Place"];
export type Allocate = Schemas["Allocate"];
export type Orders = Schemas["Orders"];
export type NumberRequest = Schemas["Number"];
export type Confirm = Schemas["Confirm"];
export type Option = Schemas["Option"];
export type Spot = Schemas["Spot"];
export type Walker = Schemas["Walker"];
export type Unit = Schemas["OrderedUnit"];
export type Point = Schemas["Walker"]["start"];

export type Scene = Schemas["Scene"];
export type Token = Schemas["Token"];
export type Term = Schemas["Term"];
export type Trace = Schemas["Trace"];
export type Shape = Schemas["Shape"];
export type Force = Schemas["Force"];
export type SideSign = Schemas["SideSign"];
export type Clock = Schemas["Clock"];
export type Line = Schemas["Line"];
export type CardFace = Schemas["CardFace"];
export type Look = Schemas["Look"];

export type About = Schemas["About"];
export type Battle = Schemas["Battle"];
export type BattleSheet = Schemas["BattleSheet"];
export type Taught = Schemas["Taught"];
export type Lesson = Schemas["Lesson"];
export type LessonStep = Schemas["Step"];
export type Argued = Schemas["Argued"];
export type Company = Schemas["Company"];
export type Sitting = Schemas["Sitting"];
export type SeatWish = Schemas["SeatWish"];
export type SeatOffer = Schemas["SeatOffer"];
export type Reach = Schemas["ReachTold"];
export type Me = Schemas["Me"];
export type MoveLink = Schemas["MoveLink"];
export type Moved = Schemas["Moved"];
export type OpenSeat = Schemas["OpenSeat"];
export type History = Schemas["History"];
export type Moment = Schemas["Moment"];
export type MomentSeen = Schemas["MomentSeen"];
export type WrongOrder = Schemas["WrongOrder"];
export type AfterBattle = Schemas["AfterBattle"];
export type Replay = Schemas["Replay"];
export type OverruleKind = Schemas["OverruleKind"];
export type OverruleField = OverruleKind["fields"][number];
export type Loanable = Schemas["Loanable"];
export type GameOpened = Schemas["GameOpened"];
export type GameState = Schemas["GameState"];
export type NewGameOrder = Schemas["NewGameOrder"];
export type Problem = Schemas["Problem"];
export type ArmyLists = Schemas["ArmyLists"];
export type Listed = Schemas["Listed"];
export type UnitOffer = Schemas["UnitOffer"];
export type RosterData = Schemas["RosterData"];
export type RosterMan = Schemas["RosterMan"];
export type RosterShown = Schemas["RosterShown"];
export type RosterWanted = Schemas["RosterWanted"];
export type RollOrder = Schemas["RollOrder"];
export type PrintOrder = Schemas["PrintOrder"];
export type KeptRoster = Schemas["KeptRoster"];
export type RosterDesk = Schemas["Desk"];
export type OwnBooks = Schemas["OwnBooks"];
export type OwnBook = Schemas["OwnBookShown"];
export type BookTable = Schemas["BookTable"];
export type BookCell = Schemas["BookCell"];
export type BookChecked = Schemas["BookChecked"];
export type Cells = OwnBook["cells"];
export type CellValue = BookCell["ours"];
export type Brought = Schemas["Brought"];
export type Rules = Schemas["Rules"];
export type RuleLine = Schemas["RuleLine"];
export type RuleTable = Schemas["RuleTable"];
export type Rule = Schemas["Rule"];
export type Ruling = Schemas["RuleRuling"];

/** One card laid. What goes with it in `plan` is the system's own affair. */
export interface OrderValue {
  unit: string;
  card: string;
  pieces: string[];
  arrow: number | null;
  plan?: Record<string, unknown>;
}

/** What a choice of each kind looks like. */
export interface Values {
  pick: string[];
  path: Record<string, { points: Point[]; facing: number | null; when_met?: string }>;
  place: Record<string, { at: Point; facing: number | null }>;
  allocate: Record<string, number>;
  orders: OrderValue[];
  number: number;
  confirm: boolean;
}

/** Any plain value, as a view's state is made of. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
