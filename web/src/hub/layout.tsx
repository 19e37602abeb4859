import Activity from 'lucide-react/icons/activity'
import Brain from 'lucide-react/icons/brain'
import Inbox from 'lucide-react/icons/inbox'
import MessageCircle from 'lucide-react/icons/message-circle'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import { type NavItem, SignedInLayout } from '../ui/signed-in-layout.tsx'
import { HUB } from '../urls.ts'

const NAV: readonly NavItem[] = [
  { to: HUB.memories, label: 'Memories', icon: Brain },
  { to: HUB.connections, label: 'Connected apps', icon: Plug },
  { to: HUB.activity, label: 'Activity', icon: Activity },
  { to: HUB.chats, label: 'Chat', icon: MessageCircle },
  { to: HUB.review, label: 'Review', icon: Inbox },
  { to: HUB.settings, label: 'Settings', icon: Settings },
]

/** The layout of all Hub pages that require a session. */
export function HubLayout() {
  return <SignedInLayout accountKind="user" nav={NAV} />
}
