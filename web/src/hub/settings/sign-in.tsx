import { SignInSettings } from '../../common/sign-in-settings.tsx'

/** What signs in to the user's account. */
export function UserSignInSettings() {
  return <SignInSettings accountKind="user" />
}
