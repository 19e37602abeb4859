import './portal.css'
import BookOpen from 'lucide-react/icons/book-open'
import Boxes from 'lucide-react/icons/boxes'
import Settings from 'lucide-react/icons/settings'
import { Frame, type NavItem } from '../ui/frame.tsx'
import { Guard } from '../ui/guard.tsx'
import { PORTAL } from '../urls.ts'

const NAV: readonly NavItem[] = [
  { to: PORTAL.apps, label: 'Apps', icon: Boxes },
  { to: PORTAL.reference, label: 'API reference', icon: BookOpen },
  { to: PORTAL.settings, label: 'Settings', icon: Settings },
]

/** Around every page of a developer who is signed in. */
export function PortalFrame() {
  return <Guard holder="developer">{(account) => <Frame holder="developer" nav={NAV} account={account} />}</Guard>
}
