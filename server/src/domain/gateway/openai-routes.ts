import { z } from 'zod'
import { route } from '../../foundation/route.ts'
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

const shared = {
  for: ['app'],
  tag: 'Gateway',
  scope: 'ai:host:chat` or `ai:host:companion',
  needs: () => ['ai:host:chat', 'ai:host:companion'] as const,
  dialect: 'openai',
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
    summary: 'The configured model, as OpenAI clients list it.',
    output: ModelList,
    example: { output: { object: 'list', data: [model] } },
    run: (ctx) => listModels(ctx),
  }),
  route({
    ...shared,
    name: 'getModel',
    method: 'GET',
    path: '/openai/v1/models/:model',
    summary: 'The configured model by its name; no other exists.',
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
    summary: 'A gateway turn for any OpenAI client, with the connection token as the API key.',
    description:
      'The base URL of such a client is `/openai/v1` here. The model is told what the intent draws on, as far as the ' +
      'app may read it; what the last message brings up that is new is recorded where the app may write. A request ' +
      'for tools, other media or another format than text is refused by the name of its field; fields that are not ' +
      'known are passed over. What the model itself will not take (a temperature, say) is `validation_failed` too, with ' +
      'what it says of it. 20 turns a minute for each connection.',
    body: CompletionRequest,
    output: ChatCompletion,
    failures: ['scope_denied', 'model_unavailable', 'rate_limited'],
    keepsReply: true,
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
