import BedDouble from 'lucide-react/icons/bed-double'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Clapperboard from 'lucide-react/icons/clapperboard'
import Dumbbell from 'lucide-react/icons/dumbbell'
import Globe from 'lucide-react/icons/globe'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Hash from 'lucide-react/icons/hash'
import Heart from 'lucide-react/icons/heart'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import House from 'lucide-react/icons/house'
import InfinityIcon from 'lucide-react/icons/infinity'
import Plane from 'lucide-react/icons/plane'
import Shapes from 'lucide-react/icons/shapes'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import StickyNote from 'lucide-react/icons/sticky-note'
import Target from 'lucide-react/icons/target'
import Users from 'lucide-react/icons/users'
import Utensils from 'lucide-react/icons/utensils'
import Wallet from 'lucide-react/icons/wallet'

const ICONS: Readonly<Record<string, typeof Hash>> = {
  '*': InfinityIcon,
  general: Shapes,
  preference: Heart,
  goal: Target,
  relationship: Users,
  note: StickyNote,
  fitness: Dumbbell,
  health: HeartPulse,
  nutrition: Utensils,
  sleep: BedDouble,
  schedule: CalendarDays,
  work: BriefcaseBusiness,
  learning: GraduationCap,
  travel: Plane,
  home: House,
  finance: Wallet,
  shopping: ShoppingBag,
  media: Clapperboard,
  world: Globe,
}

/** The icon of a topic, by the top level of its scope; `*` is everything, and names that apps chose share one icon. */
export function TopicIcon({ topic, size = 18 }: { topic: string; size?: number }) {
  const Icon = ICONS[topic.split('.')[0] ?? ''] ?? Hash
  return <Icon size={size} aria-hidden />
}
