/**
 * All failure codes with status, message and remedy. Error responses, the OpenAPI document, the table in
 * `docs/errors-and-limits.md` and a page for each code are built from this table.
 *
 * `remedy` is Markdown: what the caller should do. Its links are relative to `docs/`.
 */
export const FAILURES = {
  validation_failed: {
    status: 400,
    message: 'The request does not have the expected shape.',
    remedy:
      'Fix the request; `details` lists each problem as `{ path, message, code }`. A field or query parameter that our ' +
      'own routes do not know has the code `unknown_field` and the name that is probably meant; a memory that holds ' +
      'what looks like a key, card number or password, in its content, external id, source or metadata, has ' +
      '`secret_found`, and is stored with `allow_secrets: true`.',
  },
  invalid_json: {
    status: 400,
    message: 'The body is not valid JSON.',
    remedy: 'Send valid JSON: check quotes and trailing commas, and that the body is not empty.',
  },
  unknown_scope: {
    status: 400,
    message: 'The first part of a scope must be a standard one (GET /v1/catalog lists them) or declared by an app.',
    remedy: 'Fix the scope in `details.scope`, or declare it in your manifest: [scopes](scopes.md).',
  },
  invalid_scope: {
    status: 400,
    message: 'A requested scope is not in the manifest of the app.',
    remedy: 'Ask only for scopes in your manifest; `details.scopes` lists the others: [scopes](scopes.md).',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not from this list with these filters.',
    remedy:
      'Start the list again without `cursor`; a cursor is valid only for one list, its filters and the current grants: ' +
      '[pagination](errors-and-limits.md#pagination).',
  },
  invalid_grant: {
    status: 400,
    message: 'The code or token is invalid, used or expired.',
    remedy:
      'Send the person to the consent page again; the code is wrong, used or older than ten minutes. A code works once: ' +
      'exchanging it again ends the connection it made.',
  },
  invalid_redirect_uri: {
    status: 400,
    message: 'The redirect URI is not registered for the app.',
    remedy:
      'Register the redirect URI with the app, character for character; only the port of a loopback address may differ.',
  },
  invalid_target: {
    status: 400,
    message: 'The resource is not served here, or is not the one the user consented to.',
    remedy: 'Use a `resource` listed at `/.well-known/oauth-protected-resource`, and the same one throughout the flow.',
  },
  invalid_client_metadata: {
    status: 400,
    message: 'The client metadata is invalid.',
    remedy: 'Fix the metadata the client registers.',
  },
  unsupported_grant_type: {
    status: 400,
    message: 'The grant type is neither authorization_code nor refresh_token.',
    remedy: 'Use `authorization_code` or `refresh_token`.',
  },
  invalid_link: {
    status: 400,
    message: 'The link is invalid, used or expired. Ask for a new one.',
    remedy: 'Ask for a new link; links sent by mail work once, those that confirm or set a password within 15 minutes.',
  },
  unauthorized: {
    status: 401,
    message: 'The credential is missing, expired or revoked.',
    remedy:
      'Check that the request has the header `Authorization: Bearer mst_…`. If it has, send the person to the consent ' +
      'page again, or sign in again.',
  },
  connection_revoked: {
    status: 401,
    message: 'The connection of this token has ended; ask the person to connect again.',
    remedy: 'Access has ended: delete the token; ask the person only if they come back to your app.',
  },
  invalid_dpop_proof: {
    status: 401,
    message: 'The DPoP proof is missing or invalid.',
    remedy:
      'Send one `DPoP` header with a new proof for this request, as the message says: [bound tokens](quickstart-app.md#bind-the-token-to-a-key). ' +
      'Check the clock of your machine, and that you call the address in `BASE_URL` of the service.',
  },
  invalid_client: {
    status: 401,
    message: 'The client id or the client secret is wrong.',
    remedy: 'Check the client id and secret. The secret is shown once; the portal makes another.',
  },
  limit_exceeded: {
    status: 402,
    message: 'A limit of the plan has been reached.',
    remedy:
      'See `details`: `{ limit, used, max, plan }`, of a person’s plan only `{ limit }` unless the app has ' +
      '`memory:read:*`. `app_memories`: the app has reached its share of the store, which the person can lift. ' +
      '`held_users`, `held_bytes`: see [held memories](held.md); `test_people`: 100 for each app; `transcripts`: see ' +
      '[whole conversations](turns.md). Reads still work. [Plans](errors-and-limits.md#plans) lists the limits.',
  },
  scope_denied: {
    status: 403,
    message: 'The connection lacks a scope that this request requires.',
    remedy: 'Ask the person for `details.missing_scope`: [scopes](scopes.md#asking-for-more).',
  },
  account_suspended: {
    status: 403,
    message: 'The operator of this service has suspended the account.',
    remedy: 'Stop until the operator of the service restores the account; the token stays valid.',
  },
  app_suspended: {
    status: 403,
    message: 'The operator of this service has stopped the app.',
    remedy: 'Ask the operator why the app was stopped; tokens stay valid.',
  },
  sign_up_closed: {
    status: 403,
    message: 'New accounts cannot be created on this service.',
    remedy: 'Sign in with an existing account; the operator of this service creates new ones.',
  },
  invitation_required: {
    status: 403,
    message: 'An account on this service needs an invitation by its operator.',
    remedy: 'Open the link of an invitation, or use an address at one of `details.domains`.',
  },
  connection_paused: {
    status: 403,
    message: 'The person has paused this connection.',
    remedy: 'Stop until `connection.updated` says `resumed`; the token stays valid.',
  },
  forbidden: {
    status: 403,
    message: 'This is not allowed with this credential.',
    remedy: 'Use another credential; this one can never do this. The reference says who may call each route.',
  },
  reauthentication_required: {
    status: 403,
    message: 'This needs the password or a second factor again: the last sign-in is older than 15 minutes.',
    remedy: 'Authenticate again, `POST /v1/auth/confirm`: the last sign-in is older than 15 minutes.',
  },
  second_factor_required: {
    status: 403,
    message: 'The password is right; the account also needs a second factor.',
    remedy: 'Complete the sign-in with one of `details.methods`, `POST /v1/auth/login/second-factor`.',
  },
  address_unconfirmed: {
    status: 403,
    message: 'This needs a confirmed email address: open the link that was sent to it, or ask for a new one.',
    remedy:
      'The person or developer opens the link that was sent to their address; `POST /v1/auth/email/resend` sends another.',
  },
  csrf_rejected: {
    status: 403,
    message: 'A change under a session cookie must come from our own pages.',
    remedy: 'Call from your server, without a session cookie.',
  },
  not_found: {
    status: 404,
    message: 'Nothing was found at this address.',
    remedy: 'Check the id or address; what it named may have been deleted.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not accept this method.',
    remedy: 'Use a method that `Allow` and the message list for this address.',
  },
  conflict: {
    status: 409,
    message: 'This conflicts with something that already exists.',
    remedy: 'Fetch what already exists, such as the app with this slug, and change that.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this idempotency key is still running.',
    remedy: 'Retry in a moment with the same key: [idempotency](errors-and-limits.md#idempotency).',
  },
  upstream_refused: {
    status: 400,
    message: 'The API of the model refused the request.',
    remedy:
      'Fix what its message names. The status is that of the upstream, and so is `details.upstream_status`. Only at ' +
      '`/openai/v1`: [your own upstream](context.md#your-own-upstream).',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than this endpoint accepts.',
    remedy: 'Send a smaller body, or several: [limits](errors-and-limits.md#limits) lists the sizes.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'This endpoint does not accept a body of this type.',
    remedy: 'Send `application/json`, in UTF-8 and uncompressed.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was used with another body.',
    remedy: 'Use a new key for a new body: [idempotency](errors-and-limits.md#idempotency).',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests; try again after the delay in Retry-After.',
    remedy:
      'Wait the number of seconds in `Retry-After`, then repeat the request: [rates](errors-and-limits.md#rates) and ' +
      '[retries](errors-and-limits.md#retries).',
  },
  internal: {
    status: 500,
    message: 'An internal error occurred; include the request id when you report it.',
    remedy: 'Retry; if it persists, report `details.request_id` to the operator of the service.',
  },
  mail_unavailable: {
    status: 503,
    message: 'This service sends no mail, which this needs; its operator can set SMTP_URL.',
    remedy: 'Ask the operator to set `SMTP_URL`; until then, nothing works that needs mail.',
  },
  model_unavailable: {
    status: 503,
    message: 'The chat model is not available; everything else works. Try again later.',
    remedy:
      'Carry on without the model; everything else works. Try again after `details.retry_after` seconds, if there is one.',
  },
  provider_unavailable: {
    status: 503,
    message: 'The identity provider does not respond; other ways to sign in work. Try again later.',
    remedy: 'Sign in with a password or a passkey, or try again later.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available; try again shortly.',
    remedy: 'Retry after `Retry-After` seconds: [retries](errors-and-limits.md#retries).',
  },
} as const satisfies Record<string, { status: number; message: string; remedy: string }>

export type FailureCode = keyof typeof FAILURES

/** The path of the page about a failure code. */
export const failurePath = (code: FailureCode) => `/developers/docs/errors/${code}`
