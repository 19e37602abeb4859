import { z } from 'zod'
import { route } from '../../foundation/route.ts'

const SignUpPolicy = z
  .object({
    mode: z.enum(['open', 'closed', 'invite', 'domain']).meta({
      description: 'Open to all, closed, by invitation, or also open to people with an address at one of `domains`.',
    }),
    domains: z.array(z.string()),
  })
  .meta({ id: 'SignUpPolicy' })

export const signUpRoutes = [
  route({
    name: 'getSignUpPolicy',
    method: 'GET',
    path: '/v1/auth/signup',
    for: ['public'],
    tag: 'Account',
    summary: 'Who may create an account here, as a person or as a developer.',
    output: SignUpPolicy,
    example: { output: { mode: 'domain', domains: ['example.com'] } },
    run: async ({ config: { signUp } }) => ({ mode: signUp.mode, domains: [...signUp.domains] }),
  }),
]
