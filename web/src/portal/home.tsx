import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Terminal from 'lucide-react/icons/terminal'
import Webhook from 'lucide-react/icons/webhook'
import { HomePage, type Surface } from '../common/home-page.tsx'
import { HUB, PORTAL } from '../urls.ts'
import { CallPicture } from './home-picture.tsx'

const SURFACE: Surface = {
  ...PORTAL,
  start: PORTAL.apps,
  title: 'Your app can remember people, with their consent',
  lead: 'People bring what other apps already know about them. You ask for what you need, they decide, and you get a token.',
  signUpLabel: 'Create a developer account',
  Picture: CallPicture,
  promises: [
    {
      icon: Terminal,
      title: 'Five minutes to the first call',
      text: 'Plain HTTP and JSON, an SDK for JavaScript and for Python, and an MCP server for assistants.',
    },
    {
      icon: SlidersHorizontal,
      title: 'Consent is built in',
      text: 'Standard OAuth. The page that asks, narrowing, pausing and disconnecting are ours to run, not yours.',
    },
    {
      icon: Webhook,
      title: 'Facts stay current',
      text: 'Recall by meaning and by word, see what replaced what, and hear of changes by signed webhook.',
    },
  ],
  reading: [
    { label: 'Guides', to: PORTAL.guides },
    { label: 'API reference', to: PORTAL.reference },
  ],
  other: { question: 'Looking for your own memories?', label: 'Go to the Hub', to: HUB.home },
}

/** The home page of the portal. */
export function PortalHome() {
  return <HomePage accountKind="developer" surface={SURFACE} />
}
