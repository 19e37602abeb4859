import type { Assertion } from './assertions.ts'
import { stemsIn, wordsIn } from './values.ts'

const AGAINST =
  /^(?:(?:hates?|hated|detests?|loathes?|dislikes?|despises?)|(?:(?:am|is|are) )?(?:sick|tired|bored|weary) of|fed up with|(?:got|grew|grown|become|became) (?:bored|tired|sick|weary) (?:of|with)|(?:has |have )?(?:gone|went) off|lost (?:all |my |his |her )?(?:interest in|the taste for|taste for)|can (?:not|no longer) (?:stand|bear|stomach)|(?:do|does) not (?:\w+ )?(?:like|love|enjoy|care for)|no longer (?:\w+ )?(?:likes?|loves?|enjoys?)|not (?:a fan of|fond of|keen on|into)) (?<of>.+)/
const FOR =
  /^(?:(?:has |have )?(?:come|grown|learned|learnt|started|began) to (?:really )?(?:love|like|enjoy)|got(?:ten)? into|(?:really |absolutely )?(?:loves?|likes?|enjoys?|adores?)|(?:a )?(?:big |huge )?fan of|fond of|keen on|mad about|crazy about|(?:really |very )?into) (?<of>.+)/
/** Words that end the phrase for what is liked. */
const CUT = new Set(
  (
    'completely totally entirely altogether anymore any now again lately these at so very much since because but when if and or ' +
    'every with for from in on to by as than after before even though once'
  ).split(' '),
)
const ACTIVE =
  /^(?:(?:been|really|just|always|also|now|still|currently|recently|finally|absolutely|actually|quite|rather) )+/
const THING_WORDS_MAX = 3

/** What an assertion says its subject likes or dislikes. */
export function stateOfTaste({ main, topic }: Assertion): { key: string; value: 'liked' | 'disliked' } | undefined {
  if (topic.length) return undefined
  const text = main.whole.replace(ACTIVE, '')
  const against = AGAINST.exec(text)?.groups?.of ?? (main.hasCopula ? AGAINST.exec(main.text)?.groups?.of : undefined)
  const of = against ?? FOR.exec(text)?.groups?.of ?? FOR.exec(main.text)?.groups?.of
  if (!of) return undefined
  const words = wordsIn(of, main.words)
  const end = words.findIndex(({ plain, isAfterPause }, at) => CUT.has(plain) || (at > 0 && isAfterPause))
  const thing = [...stemsIn(end < 0 ? words : words.slice(0, end))]
  if (!thing.length || thing.length > THING_WORDS_MAX) return undefined
  return { key: `taste ${thing.sort().join(' ')}`, value: against ? 'disliked' : 'liked' }
}
