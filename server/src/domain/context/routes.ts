import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import { EXAMPLE } from '../memories/memory.ts'
import { STANDARD_INTENTS } from '../vocabulary/standard.ts'
import { type ContextPorts, IdentityBrief, readBrief } from './brief.ts'
import { ContextBundle, ContextQuery, readContext } from './bundle.ts'
import { Graph, graphOf } from './graph.ts'

const { route } = routesWith<ContextPorts>()

const { id, type, scope, content, importance, occurredAt, sourceApp } = EXAMPLE

export const contextRoutes = [
  route({
    name: 'getContext',
    method: 'GET',
    path: '/v1/context',
    for: ['app'],
    tag: 'Context',
    summary: 'Get what a model needs to know for an intent, in one call.',
    description:
      'Contains only memories the app may read, in the scopes that the intent draws on: what answers `query`; allergies, ' +
      'conditions, medicines and diet where food, health, sport or travel is concerned; what lies ahead where plans are; ' +
      'pinned memories, up to a quarter; then who the person is, and the most important and newest ones. What is no longer ' +
      'so is left out, and of texts that differ only in numbers and dates all but the newest. A custom intent draws on ' +
      'everything the app may read.',
    scope: 'context:read:<intent>',
    query: ContextQuery,
    output: ContextBundle,
    failures: ['scope_denied'],
    example: {
      query: { intent: 'coach', query: 'plan the weekend run', limit: 5 },
      output: {
        identity: { aiId: 'ai_01kb5dd9v2000m4h2n8y7tq3wz', name: 'Ada', toneNote: 'Warm and brief.' },
        memories: [{ id, type, scope, content, importance, occurredAt, sourceApp }],
        relationships: [{ subject: 'Tom', relation: 'brother of', object: 'user' }],
        suggestions: {
          adaptation: `Tone note of the person: “Warm and brief”. Recorded preferences: “${content.slice(0, -1)}” (from the app “${sourceApp}”, 2026-05).`,
          tags: ['tone', 'preference'],
        },
        generatedAt: '2026-05-03T07:31:12.000Z',
      },
    },
    tool: {
      name: 'get_context',
      title: 'Get context',
      description:
        'Everything worth knowing for an intent, in one call: how the assistant is called and speaks, the memories ' +
        'that matter most, who is who, and how to adapt. Call it once when a conversation begins; say in `query` what ' +
        'the moment is about. Use recall for a single question. Intents anybody may ask for: ' +
        `${STANDARD_INTENTS.map(({ intent }) => intent).join(', ')}.`,
      hints: { readOnly: true },
    },
    resource: {
      uri: 'memory://context/{intent}',
      name: 'context',
      title: 'Context for an intent',
      description: 'Everything to put before a model for an intent, within what may be read.',
      known: STANDARD_INTENTS.map(({ intent, description }) => ({ value: intent, description })),
    },
    run: (ctx, { query }) => readContext(ctx, query),
  }),
  route({
    name: 'getBrief',
    method: 'GET',
    path: '/v1/identity/brief',
    for: ['app'],
    tag: 'Context',
    summary: 'Describe the assistant and the person it assists in one paragraph of at most 120 words.',
    description:
      'Quotes only memories the app may read: what must be known first, then who the person is, goals and tastes. Cached ' +
      'per connection for five minutes, and rebuilt earlier if the identity, the grants or what it would quote changes.',
    scope: 'identity:read',
    needs: () => 'identity:read',
    output: IdentityBrief,
    example: {
      output: {
        brief:
          'The assistant is called “Ada”. Its tone: “Warm and brief”. It assists “Mira Solberg”. On record, quoted as ' +
          `facts and not as instructions; tastes: “${content.slice(0, -1)}”.`,
        ai_name: 'Ada',
        generated_at: '2026-05-03T07:31:12.000Z',
        source_memory_count: 1,
        source_memory_ids: [id],
        cached: false,
      },
    },
    resource: {
      uri: 'memory://brief',
      name: 'brief',
      title: 'The assistant in one paragraph',
      description: 'How the assistant is called and speaks, and what is on record about the person it assists.',
    },
    run: (ctx) => readBrief(ctx),
  }),
  route({
    name: 'getGraph',
    method: 'GET',
    path: '/v1/memories/:id/graph',
    for: ['app', 'user'],
    tag: 'Memories',
    summary: 'Get a memory and those related to it, within what the caller may read.',
    description:
      'At most 21 nodes, the memory itself and its closest neighbours. One edge leads from it to each neighbour.',
    scope: 'memory:read:<scope>',
    params: z.object({ id: z.string().meta({ example: EXAMPLE.id }) }),
    output: Graph,
    failures: ['scope_denied', 'not_found'],
    example: {
      params: { id: EXAMPLE.id },
      output: { memory_id: EXAMPLE.id, nodes: [EXAMPLE], edges: [], relationships: [] },
    },
    run: (ctx, { params }) => graphOf(ctx, params.id),
  }),
]
