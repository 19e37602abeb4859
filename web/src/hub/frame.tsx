import './hub.css'
import Activity from 'lucide-react/icons/activity'
import Brain from 'lucide-react/icons/brain'
import Inbox from 'lucide-react/icons/inbox'
import MessageCircle from 'lucide-react/icons/message-circle'
import Plug from 'lucide-react/icons/plug'
import Settings from 'lucide-react/icons/settings'
import { Frame, type NavItem } from '../ui/frame.tsx'
import { Guard } from '../ui/guard.tsx'
import { HUB } from '../urls.ts'

const NAV: readonly NavItem[] = [
  { to: HUB.memories, label: 'Memories', icon: Brain },
  { to: HUB.connections, label: 'Connected apps', icon: Plug },
  { to: HUB.activity, label: 'Activity', icon: Activity },
  { to: HUB.chats, label: 'Chat', icon: MessageCircle },
  { to: HUB.review, label: 'Review', icon: Inbox },
  { to: HUB.settings, label: 'Settings', icon: Settings },
]

/** Around every page of a person who is signed in. */
export function HubFrame() {
  return <Guard holder="user">{(account) => <Frame holder="user" nav={NAV} account={account} />}</Guard>
}
