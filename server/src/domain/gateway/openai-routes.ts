import { z } from 'zod'
import { routesWith } from '../../foundation/route.ts'
import type { GatewayPorts } from './model.ts'
import {
  ChatCompletion,
  ChatCompletionChunk,
  complete,
  completeStream,
  listModels,
  Model,
  ModelList,
  readModel,
} from './openai.ts'
import { CompletionRequest } from './openai-request.ts'

const { route } = routesWith<GatewayPorts>()

const shared = {
  for: ['app'],
  tag: 'Gateway',
  scope: 'ai:host:chat` or `ai:host:companion',
  needs: () => ['ai:host:chat', 'ai:host:companion'] as const,
  errorFormat: 'openai',
} as const

const head = { id: 'chatcmpl-01kb5dd9v2000m4h2n8y7tq3wz', created: 1_795_000_000, model: 'gpt-4.1-mini' }
const model = { id: head.model, object: 'model' as const, created: 0, owned_by: 'memory-service' }
const reply = 'Lovely. Start with three easy runs a week, one of them along the river as you like it.'

export const openAiRoutes = [
  route({
    ...shared,
    name: 'listModels',
    method: 'GET',
    path: '/openai/v1/models',
    summary: 'List the configured model for OpenAI clients.',
    output: ModelList,
    example: { output: { object: 'list', data: [model] } },
    run: (ctx) => listModels(ctx),
  }),
  route({
    ...shared,
    name: 'getModel',
    method: 'GET',
    path: '/openai/v1/models/:model',
    summary: 'Get the configured model by its name.',
    params: z.object({ model: z.string().meta({ example: head.model }) }),
    output: Model,
    example: { params: { model: head.model }, output: model },
    run: (ctx, { params }) => readModel(ctx, params.model),
  }),
  route({
    ...shared,
    name: 'createChatCompletion',
    method: 'POST',
    path: '/openai/v1/chat/completions',
    summary: 'Run a gateway turn from any OpenAI client, with the connection token as the API key.',
    description:
      'Set the base URL of the client to `/openai/v1`. The model gets the context that the intent draws on and the app ' +
      'may read; new facts in the last message are recorded where the app may write, after the response. Requests for tools, media or ' +
      'formats other than text are rejected with the name of the field; unknown fields are ignored. A parameter that ' +
      'the model refuses, such as a temperature, is `validation_failed` with the reason of the model. 20 turns per ' +
      'minute and connection.',
    body: CompletionRequest,
    output: ChatCompletion,
    failures: ['scope_denied', 'model_unavailable', 'rate_limited'],
    storesResponse: true,
    costly: true,
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
        memory_candidates: [
          {
            type: 'goal',
            scope: 'fitness',
            content: 'Signed up for a half marathon in May.',
            importance: 70,
            occurredAt: '2026-05-03T07:31:12.000Z',
            recorded: true,
            memoryId: 'mem_01kb5dd9v2000m4h2n8y7tq3wz',
          },
        ],
      },
    },
    run: (ctx, { body }) => complete(ctx, body),
    streams: {
      when: 'stream',
      frame: ChatCompletionChunk,
      end: '[DONE]',
      example: {
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content: 'Lovely. ' }, finish_reason: null, logprobs: null }],
      },
      run: (ctx, { body }) => completeStream(ctx, body),
    },
  }),
]
