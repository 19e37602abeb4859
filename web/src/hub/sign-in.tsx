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
      lead="One memory store comes with it. It is yours alone until you let an app in."
    />
  )
}
