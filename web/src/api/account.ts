import { api, type Shape, unwrap } from './client.ts'
import type { AccountKind } from './session-expiry.ts'

/* Requests about an account that exist for both kinds of account, at different addresses. */

interface NewPassword {
  token: string
  new_password: string
}

interface AccountRequests {
  forgotPassword(email: string): Promise<unknown>
  resetPassword(body: NewPassword): Promise<unknown>
  confirmAddress(body: { token: string; password?: string }): Promise<{ email: string }>
  resendConfirmation(): Promise<unknown>
  sendConfirmation(email: string): Promise<unknown>
  changeAddress(body: { email: string; password: string }): Promise<unknown>
  restoreAddress(body: NewPassword): Promise<unknown>
  sessions(): Promise<Shape<'AccountSessionList'>>
  endSession(id: string): Promise<unknown>
  endOtherSessions(): Promise<unknown>
  notices(): Promise<Shape<'NoticeSettings'>>
  setNotice(id: string, enabled: boolean): Promise<Shape<'NoticeSettings'>>
}

export const accountRequests: Record<AccountKind, AccountRequests> = {
  user: {
    forgotPassword: (email) => unwrap(api.POST('/v1/auth/password/forgot', { body: { email } })),
    resetPassword: (body) => unwrap(api.POST('/v1/auth/password/reset', { body })),
    confirmAddress: (body) => unwrap(api.POST('/v1/auth/email/confirm', { body })),
    resendConfirmation: () => unwrap(api.POST('/v1/auth/email/resend')),
    sendConfirmation: (email) => unwrap(api.POST('/v1/auth/email/send-link', { body: { email } })),
    changeAddress: (body) => unwrap(api.POST('/v1/auth/email', { body })),
    restoreAddress: (body) => unwrap(api.POST('/v1/auth/email/restore', { body })),
    sessions: () => unwrap(api.GET('/v1/auth/sessions')),
    endSession: (id) => unwrap(api.DELETE('/v1/auth/sessions/{id}', { params: { path: { id } } })),
    endOtherSessions: () => unwrap(api.POST('/v1/auth/sessions/end-others')),
    notices: () => unwrap(api.GET('/v1/auth/notices')),
    setNotice: (id, enabled) => unwrap(api.PATCH('/v1/auth/notices', { body: { [id]: enabled } })),
  },
  developer: {
    forgotPassword: (email) => unwrap(api.POST('/v1/dev/auth/password/forgot', { body: { email } })),
    resetPassword: (body) => unwrap(api.POST('/v1/dev/auth/password/reset', { body })),
    confirmAddress: (body) => unwrap(api.POST('/v1/dev/auth/email/confirm', { body })),
    resendConfirmation: () => unwrap(api.POST('/v1/dev/auth/email/resend')),
    sendConfirmation: (email) => unwrap(api.POST('/v1/dev/auth/email/send-link', { body: { email } })),
    changeAddress: (body) => unwrap(api.POST('/v1/dev/auth/email', { body })),
    restoreAddress: (body) => unwrap(api.POST('/v1/dev/auth/email/restore', { body })),
    sessions: () => unwrap(api.GET('/v1/dev/auth/sessions')),
    endSession: (id) => unwrap(api.DELETE('/v1/dev/auth/sessions/{id}', { params: { path: { id } } })),
    endOtherSessions: () => unwrap(api.POST('/v1/dev/auth/sessions/end-others')),
    notices: () => unwrap(api.GET('/v1/dev/auth/notices')),
    setNotice: (id, enabled) => unwrap(api.PATCH('/v1/dev/auth/notices', { body: { [id]: enabled } })),
  },
}
