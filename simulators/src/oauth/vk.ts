import { createHash } from 'node:crypto'

import { formOf, json, type Reply, type Routes } from '#http.ts'

import { authorizeRoutes } from './authorize.ts'
import { CODE_SECONDS, type CodeGrant, type Grants, newToken, tokenSeconds } from './grants.ts'

export function vkRoutes(grants: Grants): Routes {
  return {
    ...authorizeRoutes({
      provider: 'vk',
      path: '/vk/authorize',
      sign: '?',
      responseType: 'code',
      defaultScope: 'vkid.personal_info',
      problemOf: challengeProblem,
      answer: ({ client, redirectUri, scope, query }, person) => {
        const deviceId = newToken()
        const challenge = query.get('code_challenge') ?? ''
        const grant = { provider: 'vk' as const, clientId: client.id, person, scope, redirectUri, challenge, deviceId }
        return {
          code: grants.issueCode(grant),
          expires_in: String(CODE_SECONDS),
          device_id: deviceId,
          ext_id: newToken(),
          type: 'code_v2',
        }
      },
    }),
    'POST /vk/oauth2/auth': (call) => exchange(grants, formOf(call)),
    'POST /vk/oauth2/user_info': (call) => userInfo(grants, formOf(call)),
  }
}

function challengeProblem(query: URLSearchParams): string | undefined {
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return 'The code challenge is missing.'
  if (query.get('code_challenge_method')?.toUpperCase() !== 'S256') return 'The code challenge method must be S256.'
  return query.get('state') ? undefined : 'The state is missing.'
}

function exchange(grants: Grants, form: URLSearchParams): Reply {
  if (form.get('grant_type') !== 'authorization_code') return refusal('unsupported_grant_type', 'grant_type is unknown')
  const grant = grants.takeCode(form.get('code') ?? '')
  if (!grant) return refusal('invalid_grant', 'code is invalid or expired')
  const problem = mismatch(grant, form)
  if (problem) return problem
  return json(200, {
    access_token: grants.issueToken(grant),
    refresh_token: newToken('vk2.a.'),
    id_token: idToken(grant),
    token_type: 'Bearer',
    expires_in: tokenSeconds.vk,
    // As with the real VK: a number here, a string in user_info.
    user_id: Number(grant.person.id),
    state: form.get('state') ?? '',
    scope: grant.scope,
  })
}

function mismatch(grant: CodeGrant, form: URLSearchParams): Reply | undefined {
  const verifier = form.get('code_verifier') ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  if (form.get('client_id') !== grant.clientId) return refusal('invalid_client', 'client_id is incorrect')
  if (form.get('redirect_uri') !== grant.redirectUri) return refusal('invalid_grant', 'redirect_uri is incorrect')
  if (form.get('device_id') !== grant.deviceId) return refusal('invalid_request', 'device_id is incorrect')
  const isVerified = /^[\w-]{43,128}$/.test(verifier) && challenge === grant.challenge
  return isVerified ? undefined : refusal('invalid_grant', 'code_verifier is incorrect')
}

function userInfo(grants: Grants, form: URLSearchParams): Reply {
  const grant = grants.findToken('vk', form.get('access_token') ?? '')
  if (!grant) return refusal('invalid_token', 'access_token is invalid')
  if (form.get('client_id') !== grant.clientId) return refusal('invalid_client', 'client_id is incorrect')
  const { id, name, surname, email, isEmailVerified } = grant.person
  const hasEmail = email && isEmailVerified && grant.scope.split(' ').includes('email')
  return json(200, {
    user: {
      user_id: id,
      first_name: name,
      last_name: surname,
      avatar: 'https://pp.userapi.com/none.jpg',
      ...(hasEmail && { email }),
      sex: 0,
      // Verifies the person, not the e-mail.
      verified: false,
      birthday: '01.01.1990',
    },
  })
}

const refusal = (error: string, error_description: string) => json(400, { error, error_description })

/** Shaped like VK's but unsigned: nothing here reads it. */
function idToken({ clientId, person }: CodeGrant): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ iss: 'VK', aud: clientId, sub: person.id })}.`
}
