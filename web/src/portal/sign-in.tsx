import { SignInPage } from '../ui/sign-in-page.tsx'

/** Where developers sign in. */
export function DeveloperSignIn() {
  return <SignInPage holder="developer" deed="sign in" />
}

/** Where developers open an account. */
export function DeveloperSignUp() {
  return (
    <SignInPage
      holder="developer"
      deed="sign up"
      lead="For people who build apps. It is separate from an account for your own memories."
    />
  )
}
