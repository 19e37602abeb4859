import { t } from '@lingui/core/macro'
import Activity from 'lucide-react/icons/activity'
import Brain from 'lucide-react/icons/brain'
import Inbox from 'lucide-react/icons/inbox'
import MessageCircle from 'lucide-react/icons/message-circle'
import Milestone from 'lucide-react/icons/milestone'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import { type NavItem, SignedInLayout } from '../ui/signed-in-layout.tsx'
import { HUB } from '../urls.ts'
import { Commands } from './commands.tsx'
import css from './waiting.module.css'
import { Waiting } from './waiting.tsx'

const nav = (): readonly NavItem[] => [
  { to: HUB.memories, label: t`Memories`, icon: Brain, pages: [HUB.trash, HUB.tidyUp, HUB.bring] },
  { to: HUB.overview, label: t`Overview`, icon: Milestone },
  { to: HUB.connections, label: t`Connected apps`, icon: Plug },
  { to: HUB.activity, label: t`Activity`, icon: Activity },
  { to: HUB.chats, label: t`Chat`, icon: MessageCircle },
  { to: HUB.review, label: t`Review`, icon: Inbox, Badge: Waiting },
  { to: HUB.settings, label: t`Settings`, icon: Settings },
]

/** The layout of all Hub pages that require a session. */
export function HubLayout() {
  const items = nav()
  return (
    <SignedInLayout
      accountKind="user"
      nav={items}
      tools={<Commands nav={items} />}
      news={<Waiting className={css.dot} />}
    />
  )
}
