import { TEXT_CHARS_MAX } from '../clauses.ts'
import { MAY_ABSTAIN } from './abstentions.ts'
import { MAY_BE_GONE } from './animals.ts'
import { CANCELLED, CHANGE, ENDED, GIVEN_AWAY, GIVES_BIRTH, RECORD, REDATED, RESTATED, SETTLED } from './cues.ts'
import { MAY_BE_DIET } from './diets.ts'
import { MAY_BE_RATE } from './frequencies.ts'
import { mayEndHabit } from './habits.ts'
import { mayRedate } from './redated.ts'
import { sentencesOf } from './sentences.ts'

/** "The choir concert is on 3 May": may be another day than before. */
const SET_FOR =
  /\b(?:is|are|takes|starts|begins|comes|opens|launches|premieres|airs|leaves|departs|arrives|lands|gets)\b.*(?:\d|day\b|noon|midnight|january|february|march|april|june|july|august|september|october|november|december)/

/** Names what was there before. */
const SWAPS =
  /\b(?:over|in place of|enrolled|repaid|favou?r of|traded|decided|lapse|cut|healed|graduated|leaving|sorry|oops|mistake|meant|wrong|correction|precise|replace|home from|discharged|released|divorce|separation|traded|exchanged|ditched|swapped|replaced|converted|migrated|downgraded|upgraded|left|deleted|got|bought|found|passed|completed|ran|reached|achieved|made|landed|received|notice|learned|learnt|leaves? out|cuts? out|giv(?:es?|ing) up|sworn|swore|eliminated|avoids?|stays? off|keeps? off|stays? away|keeps? away|free|forbidden|prefers?|these days|graduated|adopted|climbed|published|won|paid|managed|hit|did|built|visited|earned|obtained|booked|lost|underwent|had|pensioned|sabbatical|stepped|handed|passed|shut|off to|full|returned|relocated|fell out|fallen out|back from|went (?:well|fine|smoothly))\b/

/** Says that a defect or an illness is over. */
const MENDED =
  /\b(?:fixed|repaired|mended|unblocked|sorted|working|works|fine|okay|ok|better|good|healthy|done|ready|came off|cleared|pain-free|safe)\b/

/**
 * Whether a statement may say that what others state is over or takes place at another time. A quick test that never
 * misses a statement of which `judgeReplacement` would find that by common words.
 */
export function mayEndOthers(content: string): boolean {
  // No further than clauses are read: the patterns take quadratic time. Idioms have their plain form in the sentences.
  const written = content.slice(0, TEXT_CHARS_MAX).replace(/[’‘ʼ]/gu, "'").replace(/n't\b/g, ' not')
  const plain = [written, ...sentencesOf(content).map(({ text }) => text)].join('. ').toLowerCase()
  return (
    [
      ENDED,
      CANCELLED,
      REDATED,
      CHANGE,
      SET_FOR,
      GIVES_BIRTH,
      GIVEN_AWAY,
      SETTLED,
      SWAPS,
      RESTATED,
      RECORD,
      MENDED,
      MAY_BE_GONE,
      MAY_BE_DIET,
      MAY_ABSTAIN,
      MAY_BE_RATE,
    ].some((cue) => cue.test(plain)) ||
    mayRedate(plain) ||
    mayEndHabit(plain) ||
    / not |^not |\bnever\b|\bno\b/.test(plain)
  )
}
