"""The shapes of the API, generated from openapi.json by `npm run docs:api`; do not edit.

Field names are those of the API. The service may add fields and values.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypedDict, Union

Time = Union[datetime, str]
"""A time: a `datetime` with a time zone, or ISO 8601 text."""


class MemoryEditor(TypedDict):
    actor: Literal["user", "app", "service"]
    app: str | None
    """Slug of the app, if an app changed it."""


class MemorySource(TypedDict, total=False):
    url: str
    messageId: str
    quote: str


class Memory(TypedDict):
    id: str
    type: str
    scope: str
    content: str
    importance: float
    confidence: float
    pinned: bool
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""
    createdAt: str
    updatedAt: str
    """For an app that may not read it, the time of the request."""
    validFrom: str
    """When it became true; `occurredAt` unless set."""
    validUntil: str | None
    """When it stopped being true; null if it is still true."""
    supersededBy: str | None
    """Id of the memory that replaced it."""
    supersedes: list[str]
    """Ids of the memories that it replaced."""
    maybeSupersededBy: str | None
    """Id of a memory that may have replaced it; the user decides."""
    expiresAt: str | None
    """From this time on it is hidden, and soon erased."""
    revision: int
    """Starts at 1; increased by every change."""
    editedBy: MemoryEditor | None
    """Who made the last change; null if there was none."""
    origin: Literal["user", "app", "chat", "import", "connector"]
    """How it came into the store."""
    externalId: str | None
    """Its id in the app that wrote it. Shown to that app and to the user; null for others."""
    metadata: dict[str, str | float | bool] | None
    """Fields of the app that wrote it. Shown to that app and to the user; null for others."""
    source: MemorySource | None
    """Where the app that wrote it learned it. Shown to that app and to the user; null for others."""


class MemoryKind(TypedDict):
    type: str
    description: str


class SystemScope(TypedDict):
    scope: str
    description: str


class StandardScope(TypedDict):
    namespace: str
    description: str
    example: str
    """A memory that could be in this scope."""
    sensitive: bool
    """Highlighted on the consent page: body, money, close relationships, location."""


class ScopeGroup(TypedDict):
    group: str
    description: str
    namespaces: list[str]


class PayloadField(TypedDict):
    name: str
    type: str
    required: bool
    description: str


class EventShape(TypedDict):
    type: str
    payload: list[PayloadField]


class StandardIntent(TypedDict):
    intent: str
    description: str
    drawsOn: list[str]


class CustomScope(TypedDict):
    namespace: str
    apps: list[str]


class CustomIntent(TypedDict):
    intent: str
    apps: list[str]


class CustomEvent(TypedDict):
    type: str
    apps: list[str]


class _Catalog(TypedDict):
    version: str
    memoryKinds: list[MemoryKind]
    systemScopes: list[SystemScope]
    standardScopes: list[StandardScope]
    scopeGroups: list[ScopeGroup]
    standardEvents: list[EventShape]
    webhookEvents: list[EventShape]
    standardIntents: list[StandardIntent]


class Catalog(_Catalog, total=False):
    """The shared vocabulary. Custom names only with `view=ecosystem`."""

    customScopes: list[CustomScope]
    customIntents: list[CustomIntent]
    customEvents: list[CustomEvent]


class ScopeTopic(TypedDict):
    """The subject of the memories that a scope covers."""

    key: str
    """The scope of the memories without `.*`; `*` for all."""
    name: str
    """A word or two."""
    about: str
    """What its memories are about, addressed to the person."""


class DescribedScope(TypedDict):
    scope: str
    kind: Literal["read", "write", "other"]
    title: str
    """A few words."""
    sentence: str
    """What the app may do with it, addressed to the person."""
    example: str
    """Something it could read, write or do."""
    wildcard: bool
    """Covers more than one scope or intent."""
    sensitive: bool
    """Covers body, money, close relationships or location."""
    custom: bool
    """Uses a name that an app has declared."""
    topic: ScopeTopic | None
    """The same for reading and writing; null for scopes of something else."""


class DescribedScopes(TypedDict):
    items: list[DescribedScope]


class Exchanged(TypedDict):
    connection_token: str
    token_type: Literal["Bearer", "DPoP"]
    """The scheme of `Authorization`: `DPoP` if the token is bound to a key."""
    connection_id: str
    """The id of the connection in webhooks."""
    ai_id: str
    scopes: list[str]
    signals: list[str]
    """The types of signals the app receives."""
    expires_at: str | None
    """When access ends; null if it has no end."""


class Done(TypedDict):
    ok: Literal[True]


class ConnectedIdentityPersonality(TypedDict, total=False):
    description: str


class ConnectedIdentity(TypedDict):
    id: str
    name: str
    personality: ConnectedIdentityPersonality


class ConnectedApp(TypedDict):
    id: str
    name: str
    slug: str
    iconUrl: str | None
    icon: str | None
    """The path of its icon on this service; null if it has none."""
    homepageUrl: str | None
    verified: bool
    """Whether the operator of this service has verified it."""


class Connection(TypedDict):
    id: str
    userId: str
    aiId: str
    appId: str
    scopes: list[str]
    signals: list[str]
    """The types of signals it receives, as agreed at consent."""
    status: Literal["active", "revoked", "expired"]
    connectedAt: str
    expiresAt: str | None
    """When access ends by itself; null if it does not."""
    pausedAt: str | None
    """When the person paused it; null if it is not paused."""
    revokedAt: str | None
    """When access ended; null while it has not."""
    lastUsedAt: str | None
    """Updated about one second after a call."""
    test: bool
    """Whether the user is a test person of the app."""
    ai: ConnectedIdentity
    app: ConnectedApp


class _EditedMemory(TypedDict):
    id: str
    scope: str
    updatedAt: str
    """For an app that may not read it, the time of the request."""


class EditedMemory(_EditedMemory, total=False):
    type: str
    content: str
    importance: float
    confidence: float
    pinned: bool
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""
    createdAt: str
    validFrom: str
    """When it became true; `occurredAt` unless set."""
    validUntil: str | None
    """When it stopped being true; null if it is still true."""
    supersededBy: str | None
    """Id of the memory that replaced it."""
    supersedes: list[str]
    """Ids of the memories that it replaced."""
    maybeSupersededBy: str | None
    """Id of a memory that may have replaced it; the user decides."""
    expiresAt: str | None
    """From this time on it is hidden, and soon erased."""
    revision: int
    """Starts at 1; increased by every change."""
    editedBy: MemoryEditor | None
    """Who made the last change; null if there was none."""
    origin: Literal["user", "app", "chat", "import", "connector"]
    """How it came into the store."""
    externalId: str | None
    """Its id in the app that wrote it. Shown to that app and to the user; null for others."""
    metadata: dict[str, str | float | bool] | None
    """Fields of the app that wrote it. Shown to that app and to the user; null for others."""
    source: MemorySource | None
    """Where the app that wrote it learned it. Shown to that app and to the user; null for others."""


class MemoryRevision(TypedDict):
    revision: int
    at: str
    """When this state began."""
    change: Literal["created", "edited", "moved", "superseded", "reinstated", "deleted", "restored", "expired"]
    """How this state began."""
    actor: Literal["user", "app", "service"]
    """Who made this change."""
    app: str | None
    """Slug of the app or connector, if it made the change."""
    memory: Memory
    """The memory in this state."""


class MemoryHistory(TypedDict):
    items: list[MemoryRevision]
    next_cursor: str | None


class RecalledMemoryMatch(TypedDict, total=False):
    keyword: float
    vector: float
    neighbour: float


class _RecalledMemory(TypedDict):
    id: str
    type: str
    scope: str
    content: str
    importance: float
    confidence: float
    pinned: bool
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""
    createdAt: str
    updatedAt: str
    """For an app that may not read it, the time of the request."""
    validFrom: str
    """When it became true; `occurredAt` unless set."""
    validUntil: str | None
    """When it stopped being true; null if it is still true."""
    supersededBy: str | None
    """Id of the memory that replaced it."""
    supersedes: list[str]
    """Ids of the memories that it replaced."""
    maybeSupersededBy: str | None
    """Id of a memory that may have replaced it; the user decides."""
    expiresAt: str | None
    """From this time on it is hidden, and soon erased."""
    revision: int
    """Starts at 1; increased by every change."""
    editedBy: MemoryEditor | None
    """Who made the last change; null if there was none."""
    origin: Literal["user", "app", "chat", "import", "connector"]
    """How it came into the store."""
    externalId: str | None
    """Its id in the app that wrote it. Shown to that app and to the user; null for others."""
    metadata: dict[str, str | float | bool] | None
    """Fields of the app that wrote it. Shown to that app and to the user; null for others."""
    source: MemorySource | None
    """Where the app that wrote it learned it. Shown to that app and to the user; null for others."""


class RecalledMemory(_RecalledMemory, total=False):
    score: float
    """With `query`: how likely it is that the memory answers, from 0 to 1. Of memories with score 0.7, about 70 %
    do."""
    match: RecalledMemoryMatch
    """With `query`: the match of its words and of its meaning (`vector`), and the share of the score that memories
    written beside it in one call lent to it (`neighbour`), each 0 to 1."""
    duplicates: int
    """With `query`: number of older memories with the same content and scope, which are left out."""


class _MemoryPage(TypedDict):
    memories: list[RecalledMemory]
    next_cursor: str | None


class MemoryPage(_MemoryPage, total=False):
    retrieval: Literal["hybrid", "keyword"]
    """With `query`: whether vectors took part in the search."""
    relevance: float
    """With `query`: how likely it is that any memory found answers it, from 0 to 1; 0 if there is none. All pages
    of one search have the same."""


class _WriteResult(TypedDict):
    index: int
    """Position in the request, from 0."""
    status: Literal["created", "updated", "dropped"]
    """`updated`: a memory with this `externalId` existed; `dropped`: outside the write grants."""


class WriteResult(_WriteResult, total=False):
    id: str
    missing_scope: str
    """With `dropped`: the scope that the caller lacks."""


class Remembered(TypedDict):
    accepted: bool
    """Whether at least one memory was stored."""
    memoryIds: list[str]
    """Ids of the stored memories, in the order of the request."""
    results: list[WriteResult]
    """What became of each memory, in the order of the request."""


class Forgotten(TypedDict):
    deleted: list[str]
    """Deleted by this call."""
    missing: list[str]
    """Those that do not exist, or were deleted before."""


class UsedScope(TypedDict):
    scope: str
    count: int
    """Number of memories the caller may read in it."""
    standard: bool
    """Whether it is in a standard namespace."""


class ScopeList(TypedDict):
    scopes: list[UsedScope]
    readable: list[str]
    """What the caller may read: `x.*` is x and all below it, `*` is all."""
    writable: list[str]
    """What the caller may write. Memories outside are left out of a write."""


class _ContextIdentity(TypedDict):
    aiId: str
    name: str


class ContextIdentity(_ContextIdentity, total=False):
    toneNote: str
    """One line on the tone, if the user has set one."""


class ContextMemory(TypedDict):
    id: str
    type: str
    scope: str
    content: str
    importance: float
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""


class Relationship(TypedDict):
    subject: str
    """`user` is the person whose memories these are."""
    relation: str
    object: str


class _Suggestions(TypedDict):
    adaptation: str
    """How to adapt to the person: their own records, quoted with their source and month; empty if there are none."""


class Suggestions(_Suggestions, total=False):
    tags: list[str]
    """What it is based on: tone, preference, goal."""


class ContextBundle(TypedDict):
    identity: ContextIdentity
    memories: list[ContextMemory]
    relationships: list[Relationship]
    suggestions: Suggestions
    generatedAt: str


class IdentityBrief(TypedDict):
    brief: str
    """One paragraph to put before a model; memories are quoted."""
    ai_name: str
    generated_at: str
    source_memory_count: int
    """How many memories it quotes."""
    source_memory_ids: list[str]
    """The ids of these memories."""
    cached: bool


GraphEdge = TypedDict(
    "GraphEdge",
    {
        "from": "str",
        "to": "str",
        "relation": "Literal['person', 'place', 'organisation', 'thing', 'topic', 'subject', 'session', 'similar']",
        "weight": "float",
    },
)


class Graph(TypedDict):
    memory_id: str
    nodes: list[Memory]
    """The memory itself first, then its neighbours, closest first."""
    edges: list[GraphEdge]
    """At most 20, one for each neighbour, closest first."""
    relationships: list[Relationship]
    """Relationships that the nodes state."""


class SignalAccepted(TypedDict):
    accepted: Literal[True]
    event_id: str


class Trigger(TypedDict):
    id: str
    fireAt: str
    kind: str
    status: Literal["pending", "fired", "cancelled"]
    payload: dict[str, Any]
    """Empty if none was given."""


class TriggerPage(TypedDict):
    triggers: list[Trigger]
    next_cursor: str | None


class Scheduled(TypedDict):
    id: str
    fireAt: str


class _TurnCandidate(TypedDict):
    type: str
    scope: str
    content: str
    importance: float
    """0 to 100."""
    occurredAt: str
    """When it happened or will happen; when it was said if unknown."""
    recorded: bool
    """Whether it was stored as a memory."""


class TurnCandidate(_TurnCandidate, total=False):
    memoryId: str


class _ChatUsage(TypedDict):
    tokensIn: int
    tokensOut: int
    model: str
    """The name that the model reports."""


class ChatUsage(_ChatUsage, total=False):
    estimated: Literal[True]
    """Set if the model reported no count, so it was estimated from the number of characters."""


class ChatReply(TypedDict):
    reply: str
    toneTags: list[str]
    """The tone of the reply: at most five words or phrases."""
    memoryCandidates: list[TurnCandidate]
    """With `awaitCandidates`; otherwise usually empty, since they are extracted afterwards."""
    usage: ChatUsage
    """Of the model calls that the response waited for."""


ChatFrame = Union["ChatFrameDelta", "ChatFrameMemoryRecorded", "ChatFrameDone", "ChatFrameError"]


class ChatFrameDelta(TypedDict):
    type: Literal["delta"]
    text: str


class ChatFrameMemoryRecorded(TypedDict):
    type: Literal["memory_recorded"]
    candidate: TurnCandidate


class ChatFrameDone(TypedDict):
    type: Literal["done"]
    usage: ChatUsage


class ChatFrameError(TypedDict):
    type: Literal["error"]
    code: str
    """For programs, as in the error envelope."""
    message: str
    """For people; its wording may change."""


class TurnMessage(TypedDict):
    id: str
    conversationId: str
    scope: str
    role: Literal["user", "assistant"]
    content: str
    createdAt: str
    """When it was said."""
    extraction: Literal["queued", "failed", None]
    """queued: memories are still to be extracted from it, and then it is deleted. failed: five attempts have
    failed, or the store is full, so it stays. null: nothing is extracted from it."""


class TurnPage(TypedDict):
    items: list[TurnMessage]
    next_cursor: str | None


class _TurnResult(TypedDict):
    index: int
    status: Literal["accepted", "ignored"]


class TurnResult(_TurnResult, total=False):
    reason: Literal["role", "no_text", "secret"]
    """Why it was ignored: its role, no text, or something in it that looks like a secret."""


class TurnsAccepted(TypedDict):
    accepted: bool
    """Whether any message was accepted."""
    conversationId: str
    extraction: Literal["queued", "off"]
    """queued: memories are being extracted, and the messages are deleted after that. off: the messages stay as a
    transcript, because no chat model is configured, nothing was said by the person, or 100 requests of the app
    wait."""
    results: list[TurnResult]
    """One for each message."""


class TurnsDeleted(TypedDict):
    deleted: bool
    """Whether there was a transcript."""


class Period(TypedDict):
    start: str
    end: str


class QuotaApiCalls(TypedDict):
    used: int
    limit: int | None
    """null is unlimited."""
    remaining: int | None
    """null is unlimited."""


class QuotaMemoryWrites(TypedDict):
    used: int


class QuotaConnectedUsers(TypedDict):
    used: int
    limit: int | None
    """null is unlimited."""


class Quota(TypedDict):
    """Usage in this UTC month and the limits of the developer’s plan, for all apps of the developer together."""

    plan: Literal["sandbox", "starter", "growth", "pro", "enterprise"]
    period: Period
    api_calls: QuotaApiCalls
    hosted_tokens: QuotaApiCalls
    memory_writes: QuotaMemoryWrites
    context_requests: QuotaMemoryWrites
    connected_users: QuotaConnectedUsers


class ClaimLink(TypedDict):
    claim: str
    """The `claim` parameter of the address of the consent page."""
    expires_at: str


class MemoryCreatedDataMemory(TypedDict):
    id: str
    type: str
    scope: str
    importance: float
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""


class MemoryCreatedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    memory: MemoryCreatedDataMemory
    """Without the content, which is fetched with the connection’s token."""


class MemoryCreated(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["memory.created"]
    created_at: str
    data: MemoryCreatedData


class MemoryUpdatedDataMemory(TypedDict):
    id: str
    type: str
    scope: str
    importance: float
    occurredAt: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""
    revision: int
    """Starts at 1; increased by every change."""


class MemoryUpdatedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    change: Literal["edited", "moved", "superseded", "reinstated", "restored"]
    """What happened to the memory."""
    memory: MemoryUpdatedDataMemory
    """Without the content, which is fetched with the connection’s token."""


class MemoryUpdated(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["memory.updated"]
    created_at: str
    data: MemoryUpdatedData


class MemoryDeletedDataMemory(TypedDict):
    id: str
    scope: str
    sourceApp: str | None
    """Slug of the app that wrote it; null if the user did."""


class MemoryDeletedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    memory: MemoryDeletedDataMemory
    """The scope is the one it had."""


class MemoryDeleted(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["memory.deleted"]
    created_at: str
    data: MemoryDeletedData


class SignalCreatedDataSignal(TypedDict):
    type: str
    payload: dict[str, Any] | None
    sourceApp: str
    """Slug of the sending app."""


class SignalCreatedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    signal: SignalCreatedDataSignal


class SignalCreated(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["signal.created"]
    created_at: str
    data: SignalCreatedData


class ScheduleFiredData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    trigger: Trigger


class ScheduleFired(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["schedule.fired"]
    created_at: str
    data: ScheduleFiredData


class ConnectionUpdatedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""
    changes: list[Literal["widened", "narrowed", "paused", "resumed"]]
    """What changed; a new consent can widen and narrow at once."""
    scopes: list[str]
    """The scopes your app has now."""
    signals: list[str]
    """The types of signals your app receives now."""
    expiresAt: str | None
    """When access ends; null if it has no end."""
    pausedAt: str | None
    """When the person paused it; null if it is not paused."""


class ConnectionUpdated(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["connection.updated"]
    created_at: str
    data: ConnectionUpdatedData


class ConnectionRevokedData(TypedDict):
    connection_id: str
    """The connection of the receiving app that the event is about."""
    ai_id: str
    """The identity the event belongs to."""


class ConnectionRevoked(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["connection.revoked"]
    created_at: str
    data: ConnectionRevokedData


class WebhookTestData(TypedDict):
    subscription_id: str
    message: str


class WebhookTest(TypedDict):
    id: str
    """The same in every delivery of this event."""
    type: Literal["webhook.test"]
    created_at: str
    data: WebhookTestData


class MemoryInputSource(TypedDict, total=False):
    url: str
    messageId: str
    quote: str


class _MemoryInput(TypedDict):
    content: str
    """One fact, as a sentence that can be understood on its own."""
    scope: str
    """The scope of the memory."""


class MemoryInput(_MemoryInput, total=False):
    """A memory to store; `kind` is returned as `type`."""

    kind: str | None
    """Free text such as fact, preference, event or goal; `event` if omitted. Truncated to 64 characters."""
    type: str | None
    """The same as `kind`."""
    importance: float
    """How much it matters, from 0 to 100. Default: `50`."""
    confidence: float
    """How sure it is, from 0 to 100. Default: `80`."""
    pinned: bool
    """Whether it comes before others where only a few are selected. Default: `false`."""
    occurredAt: Time
    """When it happened; now if omitted."""
    validFrom: Time
    """When it became true; `occurredAt` unless set."""
    validUntil: Time
    """When it stopped being true. After `validFrom`."""
    expiresAt: Time
    """From this time on it is hidden, and soon erased with its history. In the future. An app sets it only for
    what it wrote and no one else has changed; a person lets a stored memory expire sooner only after a sign-in
    or confirmation of the last 15 minutes."""
    supersedes: list[str]
    """Ids of memories that it replaces. They end when it becomes true; nothing is deleted."""
    externalId: str
    """One memory for each: writing it again updates it, even if the person corrected it. What is omitted stays as
    it is."""
    metadata: dict[str, str | float | bool]
    """Fields of your own: strings, numbers and booleans, at most 4,096 bytes."""
    source: MemoryInputSource
    """Where it was learned."""


class MemoryPatch(TypedDict, total=False):
    """The fields of a memory to change."""

    content: str
    """One fact, as a sentence that can be understood on its own."""
    importance: float
    """How much it matters, from 0 to 100."""
    confidence: float
    """How sure it is, from 0 to 100."""
    pinned: bool
    """Whether it comes before others where only a few are selected."""
    scope: str
    """The scope of the memory."""
    type: str
    occurredAt: Time
    validFrom: Time
    """When it became true; `occurredAt` unless set."""
    validUntil: Time | None
    """When it stopped being true. After `validFrom`."""
    expiresAt: Time | None
    """From this time on it is hidden, and soon erased with its history. In the future. An app sets it only for
    what it wrote and no one else has changed; a person lets a stored memory expire sooner only after a sign-in
    or confirmation of the last 15 minutes."""
    allow_secrets: bool
    """Without it, a memory that holds what looks like a key, a card number or a password is refused. Set it only
    if the person asks to store it."""
    kind: str
    """The same as `type`."""


WebhookEvent = Union[
    "MemoryCreated",
    "MemoryUpdated",
    "MemoryDeleted",
    "SignalCreated",
    "ScheduleFired",
    "ConnectionUpdated",
    "ConnectionRevoked",
    "WebhookTest",
]
"""The body of a delivery; `type` says which event it is."""


ErrorCode = Literal[
    "validation_failed",
    "invalid_json",
    "unknown_scope",
    "invalid_scope",
    "invalid_cursor",
    "invalid_grant",
    "invalid_redirect_uri",
    "invalid_target",
    "invalid_client_metadata",
    "unsupported_grant_type",
    "invalid_link",
    "unauthorized",
    "connection_revoked",
    "invalid_dpop_proof",
    "invalid_client",
    "limit_exceeded",
    "scope_denied",
    "account_suspended",
    "app_suspended",
    "sign_up_closed",
    "invitation_required",
    "connection_paused",
    "forbidden",
    "reauthentication_required",
    "second_factor_required",
    "address_unconfirmed",
    "csrf_rejected",
    "not_found",
    "method_not_allowed",
    "conflict",
    "idempotency_in_progress",
    "upstream_refused",
    "payload_too_large",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "internal",
    "mail_unavailable",
    "model_unavailable",
    "provider_unavailable",
    "unavailable",
]
"""An error code of the service."""
