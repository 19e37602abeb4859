import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import Dumbbell from 'lucide-react/icons/dumbbell'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Utensils from 'lucide-react/icons/utensils'
import type { ComponentType } from 'react'
import css from '../common/home-pictures.module.css'
import { appColor } from '../ui/app-color.ts'
import { Initials } from '../ui/initials.tsx'
import { topicName } from '../ui/topic-name.ts'

const ICON_SIZE = 16

interface Sample {
  icon: ComponentType<{ size?: number }>
  text: string
  readers: readonly string[]
}

// The slugs of the apps in the pictures decide their colours.
const TRAIL = 'trail-coach'
const TABLE = 'table-for-one'
const APP_NAMES: Readonly<Record<string, string>> = { [TRAIL]: 'Trail Coach', [TABLE]: 'Table for One' }

const memories = (): readonly Sample[] => [
  { icon: Dumbbell, text: t`Runs along the river every Tuesday, with Tom.`, readers: [TRAIL] },
  { icon: Utensils, text: t`Porridge with berries before a long run.`, readers: [TRAIL, TABLE] },
  { icon: HeartPulse, text: t`Is allergic to hazelnuts.`, readers: [TABLE] },
]
const asked = () => [
  { icon: Dumbbell, topic: topicName('fitness'), access: 2 },
  { icon: Utensils, topic: topicName('nutrition'), access: 1 },
  { icon: HeartPulse, topic: topicName('health'), access: 0 },
]
// The choices of the consent page.
const accesses = () => [t`No`, t`Read`, t`Read and change`]

/** A picture of the Hub: some memories with the apps that can read them, and what an app may do with three topics. */
export function HubPicture() {
  return (
    <div
      className={css.picture}
      role="img"
      aria-label={t`Three memories, each with the apps that can read it, and an app that may read and change fitness, read nutrition and see nothing of health.`}
    >
      <div className={css.sheet} aria-hidden>
        {memories().map(({ icon: Icon, text, readers }) => (
          <div key={text} className={css.memory}>
            <Icon size={ICON_SIZE} />
            <div>
              {text}
              <div className={css.readers}>
                {readers.map((slug) => (
                  <span key={slug} className={`${css.chip} ${appColor(slug)}`}>
                    {APP_NAMES[slug]}
                  </span>
                ))}
              </div>
            </div>
          </div>
        ))}
      </div>
      <div className={`${css.sheet} ${css.consent}`} aria-hidden>
        <div className={css.head}>
          <Initials name="Trail Coach" slug={TRAIL} size={32} />
          <b>
            <Trans>What Trail Coach may do</Trans>
          </b>
        </div>
        {asked().map(({ icon: Icon, topic, access }) => (
          <div key={topic} className={css.asked}>
            <Icon size={ICON_SIZE} />
            {topic}
            <span>
              {accesses().map((name, at) => (
                <i key={name} data-on={at === access ? at : undefined}>
                  {name}
                </i>
              ))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
