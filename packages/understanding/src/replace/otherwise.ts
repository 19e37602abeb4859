import { deniesHabit } from './denials.ts'
import { allowsAgain, givesUpFood } from './exclusions.ts'
import { corrects, mends, movesThing, relocates, returnsTo, switchesSort } from './outcomes.ts'

/** Ways in which a newer clause says that what an older one says is otherwise now. */
export const SAY_OTHERWISE = [
  switchesSort,
  returnsTo,
  relocates,
  movesThing,
  corrects,
  mends,
  allowsAgain,
  givesUpFood,
  deniesHabit,
] as const
