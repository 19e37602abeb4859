import { abstains } from './abstentions.ts'
import { usesOtherAid } from './aids.ts'
import { endsCompany, gains, isBackFrom, livesOnOwn } from './circumstances.ts'
import { isAtOtherTime } from './daytimes.ts'
import { deniesHabit } from './denials.ts'
import { startsDiet } from './diets.ts'
import { allowsAgain, givesUpFood } from './exclusions.ts'
import { studiesOther } from './fields.ts'
import { leavesPartner, namesOtherPartner } from './former-partners.ts'
import { isAtOtherRate } from './frequencies.ts'
import {
  canAgain,
  isFearless,
  isOtherChronotype,
  isOtherMode,
  mayDrive,
  noteIsGone,
  stopsActivity,
  takesChore,
} from './fresh-starts.ts'
import { isGoalReached } from './goal-reached.ts'
import { endsHabit } from './habits.ts'
import { isAtOtherStage } from './life-stages.ts'
import { isRenamedPerson, leavesGroup, travelsOtherwise, usesOtherSide } from './manners.ts'
import { usesOtherMeans } from './means.ts'
import { stopsMedicine } from './medicines.ts'
import { corrects, mends, movesThing, relocates, returnsTo, switchesSort } from './outcomes.ts'
import { goesOnOwn, leavesPartTime } from './own-business.ts'
import { prefersAnother } from './preferences.ts'
import { isProcedureDone } from './procedures.ts'
import type { Clause, Reading } from './reading.ts'
import { isRedated } from './redated.ts'
import { isSetOtherwise, wantsOther } from './set-otherwise.ts'
import { isOff } from './superlatives.ts'
import { clearsSuspicion } from './suspicions.ts'
import { isReconciled } from './terms-with.ts'
import { leavesTrade } from './work-changes.ts'

/** Ways in which a newer clause says that what an older one says is otherwise now. */
export const SAY_OTHERWISE: readonly ((newer: Clause, older: Clause, olderYear?: number) => boolean)[] = [
  switchesSort,
  returnsTo,
  relocates,
  movesThing,
  corrects,
  mends,
  allowsAgain,
  givesUpFood,
  deniesHabit,
  usesOtherSide,
  isRenamedPerson,
  isReconciled,
  leavesTrade,
  prefersAnother,
  usesOtherAid,
  isBackFrom,
  livesOnOwn,
  gains,
  goesOnOwn,
  leavesPartTime,
]

/** Ways in which a newer text says that the whole of an older one is over. */
export const END_WHOLE: readonly ((newer: Reading, older: Reading, olderYear?: number) => boolean)[] = [
  stopsMedicine,
  isOff,
  isRedated,
  endsHabit,
  travelsOtherwise,
  leavesGroup,
  endsCompany,
  isProcedureDone,
  isAtOtherTime,
  startsDiet,
  canAgain,
  mayDrive,
  isFearless,
  takesChore,
  isOtherMode,
  isOtherChronotype,
  noteIsGone,
  isSetOtherwise,
  wantsOther,
  stopsActivity,
  abstains,
  isAtOtherRate,
  usesOtherMeans,
  isAtOtherStage,
  studiesOther,
  isGoalReached,
  leavesPartner,
  namesOtherPartner,
  clearsSuspicion,
]
