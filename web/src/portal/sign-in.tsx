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
      lead="For those who build apps. It is apart from a person’s own account."
    />
  )
}
