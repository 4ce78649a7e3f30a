import { granularities, responseFormats, SCRIPT_HEADER } from '@doslovno/contract/transcriptions.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import { documentTexts } from '@doslovno/texts/api-docs/document.ts'
import { openaiTexts } from '@doslovno/texts/api-docs/openai.ts'

import { exampleOf } from './examples.ts'
import { commonHeaders, retryHeaders } from './headers.ts'
import { ref } from './schemas.ts'

const NAME = 'createTranscription'
const texts = openaiTexts.form

/** The call that is compatible with OpenAI: a form, replies in several formats and errors in OpenAI's shape. */
export const openaiPaths = () => ({
  '/v1/audio/transcriptions': {
    post: {
      operationId: NAME,
      tags: ['openai'],
      summary: openaiTexts.summary,
      description: `${openaiTexts.description}\n\n${documentTexts.scope('write')}`,
      security: [{ apiKey: ['write'] }],
      requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
      responses: { 200: success(), ...failures() },
    },
  },
})

const form = {
  type: 'object',
  required: ['file', 'model'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: texts.file },
    model: { type: 'string', examples: ['whisper-1'], description: texts.model },
    language: { type: 'string', enum: languages, default: 'auto', description: texts.language },
    response_format: { type: 'string', enum: responseFormats, default: 'json', description: texts.response_format },
    'timestamp_granularities[]': {
      type: 'array',
      items: { type: 'string', enum: granularities },
      default: ['segment'],
      description: texts.timestamp_granularities,
    },
    prompt: { type: 'string', description: texts.prompt },
    temperature: { type: 'number', description: texts.temperature },
  },
}

function success() {
  const schema = { anyOf: [ref('VerboseTranscription'), ref('Transcription')] }
  const text = { schema: { type: 'string' } }
  return {
    description: documentTexts.done,
    headers: { ...commonHeaders, ...scriptHeader },
    content: {
      'application/json': { schema, ...exampleOf(NAME, 'reply') },
      'text/plain': text,
      'application/x-subrip': text,
      'text/vtt': text,
    },
  }
}

function failures() {
  return Object.fromEntries(
    Object.entries(openaiTexts.failures).map(([status, description]) => [
      status,
      {
        description,
        headers: { ...commonHeaders, ...scriptHeader, ...(['429', '503'].includes(status) ? retryHeaders : {}) },
        content: { 'application/json': { schema: ref('OpenaiErrorBody') } },
      },
    ]),
  )
}

const scriptHeader = {
  [SCRIPT_HEADER]: { description: openaiTexts.scriptHeader, schema: { type: 'string', format: 'uuid' } },
}
