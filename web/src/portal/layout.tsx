import BookOpen from 'lucide-react/icons/book-open'
import Boxes from 'lucide-react/icons/boxes'
import Code from 'lucide-react/icons/code'
import Settings from 'lucide-react/icons/settings'
import { type NavItem, SignedInLayout } from '../ui/signed-in-layout.tsx'
import { PORTAL } from '../urls.ts'
import { GuestMenu } from './guest-menu.tsx'

const NAV: readonly NavItem[] = [
  { to: PORTAL.apps, label: 'Apps', icon: Boxes },
  { to: PORTAL.guides, label: 'Guides', icon: BookOpen, isOpen: true },
  { to: PORTAL.reference, label: 'API reference', icon: Code, isOpen: true },
  { to: PORTAL.settings, label: 'Settings', icon: Settings },
]

/** The layout of all portal pages with a navigation. */
export function PortalLayout() {
  return <SignedInLayout Guest={GuestMenu} accountKind="developer" nav={NAV} />
}
