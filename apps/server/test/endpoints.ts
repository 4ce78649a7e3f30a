import * as accounts from '@doslovno/contract/account/accounts.ts'
import * as apiKeys from '@doslovno/contract/account/api-keys.ts'
import * as credentials from '@doslovno/contract/account/credentials.ts'
import * as notifications from '@doslovno/contract/account/notifications.ts'
import * as privacy from '@doslovno/contract/account/privacy.ts'
import * as providers from '@doslovno/contract/account/providers.ts'
import * as registration from '@doslovno/contract/account/registration.ts'
import * as secondFactors from '@doslovno/contract/account/second-factors.ts'
import * as sessions from '@doslovno/contract/account/sessions.ts'
import * as editing from '@doslovno/contract/editing.ts'
import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import * as events from '@doslovno/contract/events.ts'
import * as folders from '@doslovno/contract/folders.ts'
import * as history from '@doslovno/contract/history.ts'
import * as installation from '@doslovno/contract/installation.ts'
import * as payments from '@doslovno/contract/payments.ts'
import * as scriptVocabulary from '@doslovno/contract/script-vocabulary.ts'
import * as scripts from '@doslovno/contract/scripts.ts'
import * as summaries from '@doslovno/contract/summaries.ts'
import * as tariffs from '@doslovno/contract/tariffs.ts'
import * as tools from '@doslovno/contract/tools.ts'
import * as transcriptions from '@doslovno/contract/transcriptions.ts'
import * as uploads from '@doslovno/contract/uploads.ts'
import * as vocabularies from '@doslovno/contract/vocabularies.ts'
import * as vocabulary from '@doslovno/contract/vocabulary.ts'
import * as webhooks from '@doslovno/contract/webhooks.ts'

/** Every endpoint of the contract with its name, but `openaiEndpoints`. */
export const endpoints = endpointsOf({
  ...accounts,
  ...apiKeys,
  ...credentials,
  ...editing,
  ...events,
  ...folders,
  ...history,
  ...notifications,
  ...installation,
  ...payments,
  ...privacy,
  ...providers,
  ...registration,
  ...scriptVocabulary,
  ...scripts,
  ...secondFactors,
  ...sessions,
  ...summaries,
  ...tariffs,
  ...tools,
  ...uploads,
  ...vocabularies,
  ...vocabulary,
  ...webhooks,
})

/** OpenAI's own calls, whose replies have another form. */
export const openaiEndpoints = endpointsOf({ ...transcriptions })

function endpointsOf(declared: Record<string, unknown>): [string, Endpoint][] {
  return Object.entries(declared).filter(
    (entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && entry[1] !== null && 'path' in entry[1],
  )
}
