import { SignInSettings } from '../common/sign-in-settings.tsx'

/** What signs in to the developer's account. */
export function DeveloperSignInSettings() {
  return <SignInSettings accountKind="developer" />
}
