import Dumbbell from 'lucide-react/icons/dumbbell'
import css from '../common/home-pictures.module.css'
import { appColor } from '../ui/app-color.ts'

const ICON_SIZE = 16
// The slug of the app in the picture decides its colour.
const TRAIL = 'trail-coach'

// Its lines fit a phone.
const CALL = `const memory =
  new MemoryService({ token })

await memory.remember({
  scope: 'fitness',
  content: 'Runs along the river.',
})

const { memories } =
  await memory.recall('Where to run?')`

/** A picture of the API: two calls, and the answer to the second. */
export function CallPicture() {
  return (
    <div
      className={css.picture}
      role="img"
      aria-label="A program stores a fact about running, asks where to run, and gets the fact as the answer."
    >
      <pre className={css.code} aria-hidden>
        {CALL}
      </pre>
      <div className={`${css.sheet} ${css.answer}`} aria-hidden>
        <div className={css.memory}>
          <Dumbbell size={ICON_SIZE} />
          <div>
            Runs along the river.
            <div className={css.readers}>
              <span className={`${css.chip} ${appColor(TRAIL)}`}>score 0.92</span>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
