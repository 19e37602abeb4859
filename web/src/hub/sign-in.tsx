import { SignInPage } from '../ui/sign-in-page.tsx'

/** Where people sign in. */
export function SignIn() {
  return <SignInPage holder="user" deed="sign in" />
}

/** Where people open an account. */
export function SignUp() {
  return (
    <SignInPage
      holder="user"
      deed="sign up"
      lead="It comes with a memory of your own, which nobody else sees until you connect an app."
    />
  )
}
