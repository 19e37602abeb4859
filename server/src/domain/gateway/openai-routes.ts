import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import type { GatewayPorts } from './model.ts'
import { complete, completeStream, embed, listModels, readModel, respond, respondStream } from './openai.ts'
import { CompletionRequest, EmbeddingRequest, ResponseRequest } from './openai-request.ts'
import {
  ChatCompletion,
  ChatCompletionChunk,
  EmbeddingList,
  Model,
  ModelList,
  ModelResponse,
  ModelResponseEvent,
} from './openai-shapes.ts'
import { UpstreamHeaders } from './upstream.ts'

const { route } = routesWith<GatewayPorts>()

const shared = {
  for: ['app'],
  tag: 'Gateway',
  scope: 'ai:host:chat` or `ai:host:companion',
  needs: () => ['ai:host:chat', 'ai:host:companion'] as const,
  errorFormat: 'openai',
  headers: UpstreamHeaders,
  passesThrough: true,
  costly: true,
} as const

const UPSTREAM_FAILURES = ['scope_denied', 'model_unavailable', 'rate_limited', 'upstream_refused'] as const

const TURN =
  'Set the base URL of the client to `/openai/v1`. The request is passed on to the configured API, or to that of ' +
  '`X-Upstream-Url`, with one section about the person: the memories that the intent draws on and the app may read. ' +
  'Everything else of it, and the response, is passed on as it is: tools, images, formats, unknown fields. New facts in ' +
  'the last message, if it is the user’s, are recorded after the response where the app may write. What that API refuses ' +
  'is `upstream_refused`, with its status and error. 20 turns per minute and connection.'

const head = { id: 'chatcmpl-01kb5dd9v2000m4h2n8y7tq3wz', created: 1_795_000_000, model: 'gpt-4.1-mini' }
const model = { id: head.model, object: 'model' as const, created: 0, owned_by: 'memory-service' }
const reply = 'Lovely. Start with three easy runs a week, one of them along the river as you like it.'

export const openAiRoutes = [
  route({
    ...shared,
    name: 'listModels',
    method: 'GET',
    path: '/openai/v1/models',
    summary: 'List the models of the upstream.',
    description: 'Of a configured API without a list, the configured model.',
    output: ModelList,
    failures: UPSTREAM_FAILURES,
    example: { output: { object: 'list', data: [model] } },
    run: (ctx, { headers }) => listModels(ctx, headers),
  }),
  route({
    ...shared,
    name: 'getModel',
    method: 'GET',
    path: '/openai/v1/models/:model',
    summary: 'Get a model of that list by its name.',
    params: z.object({ model: z.string().meta({ example: head.model }) }),
    output: Model,
    failures: UPSTREAM_FAILURES,
    example: { params: { model: head.model }, output: model },
    run: (ctx, { params, headers }) => readModel(ctx, params.model, headers),
  }),
  route({
    ...shared,
    name: 'createChatCompletion',
    method: 'POST',
    path: '/openai/v1/chat/completions',
    summary: 'Run a gateway turn from any OpenAI client, with the connection token as the API key.',
    description: TURN,
    body: CompletionRequest,
    output: ChatCompletion,
    failures: UPSTREAM_FAILURES,
    storesResponse: true,
    example: {
      body: {
        model: 'gpt-4.1-mini',
        messages: [
          { role: 'system', content: 'You are a running coach. Answer in two sentences.' },
          { role: 'user', content: 'I signed up for the half marathon in May. How do I begin?' },
        ],
        temperature: 0.7,
        metadata: { intent: 'coach' },
      },
      output: {
        ...head,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: reply, refusal: null },
            finish_reason: 'stop',
            logprobs: null,
          },
        ],
        usage: { prompt_tokens: 812, completion_tokens: 164, total_tokens: 976 },
        memory_candidates: [],
      },
    },
    run: (ctx, input) => complete(ctx, input),
    streams: {
      when: 'stream',
      frame: ChatCompletionChunk,
      end: '[DONE]',
      example: {
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content: 'Lovely. ' }, finish_reason: null, logprobs: null }],
      },
      run: (ctx, input) => completeStream(ctx, input),
    },
  }),
  route({
    ...shared,
    name: 'createResponse',
    method: 'POST',
    path: '/openai/v1/responses',
    summary: 'The same with the Responses API.',
    description: `${TURN} Responses that the upstream stores cannot be fetched here.`,
    body: ResponseRequest,
    output: ModelResponse,
    failures: UPSTREAM_FAILURES,
    storesResponse: true,
    example: {
      body: { model: head.model, input: 'How do I begin?', metadata: { intent: 'coach' } },
      output: {
        id: 'resp_01kb5dd9v2000m4h2n8y7tq3wz',
        object: 'response',
        created_at: head.created,
        status: 'completed',
        model: head.model,
        output: [
          {
            type: 'message',
            id: 'msg_01kb5dd9v2000m4h2n8y7tq3wz',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: reply, annotations: [] }],
          },
        ],
      },
    },
    run: (ctx, input) => respond(ctx, input),
    streams: {
      when: 'stream',
      frame: ModelResponseEvent,
      example: {
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta: 'Lovely. ',
      },
      run: (ctx, input) => respondStream(ctx, input),
    },
  }),
  route({
    ...shared,
    name: 'createEmbedding',
    method: 'POST',
    path: '/openai/v1/embeddings',
    summary: 'Embed texts with the upstream.',
    description:
      'Passed on as it is, without memories. 300 calls per minute and app, together with all other model calls.',
    body: EmbeddingRequest,
    output: EmbeddingList,
    failures: UPSTREAM_FAILURES,
    storesResponse: true,
    example: {
      body: { model: 'text-embedding-3-small', input: 'Runs along the river.' },
      output: {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.0123, -0.0456] }],
        model: 'text-embedding-3-small',
        usage: { prompt_tokens: 5, total_tokens: 5 },
      },
    },
    run: (ctx, input) => embed(ctx, input),
  }),
]
