import { t } from '@lingui/core/macro'
import Eye from 'lucide-react/icons/eye'
import Luggage from 'lucide-react/icons/luggage'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { HomePage, type Surface } from '../common/home-page.tsx'
import { HUB, PORTAL } from '../urls.ts'
import { HubPicture } from './home-picture.tsx'

const surface = (): Surface => ({
  ...HUB,
  start: HUB.memories,
  title: t`One memory, yours, for all your apps`,
  lead: t`What you tell one app, the others can know too. It is stored here, in one list that belongs to you, and you decide who reads it.`,
  signUpLabel: t`Create your account`,
  Picture: HubPicture,
  promises: [
    {
      icon: SlidersHorizontal,
      title: t`You decide, topic by topic`,
      text: t`An app asks before it reads or writes anything. Allow fitness and refuse health; change your mind at any time.`,
    },
    {
      icon: Eye,
      title: t`You see who read what`,
      text: t`Each time an app reads or changes something, it is in your log: who, what and when.`,
    },
    {
      icon: Luggage,
      title: t`Yours to correct, take or erase`,
      text: t`Edit what is wrong, undo what an app did, download everything in one file, or erase it for good.`,
    },
  ],
  reading: [],
  other: { question: t`Building an app?`, label: t`Go to the developer portal`, to: PORTAL.home },
})

/** The home page of the Hub. */
export function HubHome() {
  return <HomePage accountKind="user" surface={surface()} />
}
