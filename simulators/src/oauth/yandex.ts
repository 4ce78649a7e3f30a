import { createHash } from 'node:crypto'

import { json, type Reply, type Routes } from '#http.ts'

import { authorizeRoutes } from './authorize.ts'
import { type Grants, tokenSeconds } from './grants.ts'

export function yandexRoutes(grants: Grants): Routes {
  return {
    ...authorizeRoutes({
      provider: 'yandex',
      path: '/yandex/authorize',
      sign: '#',
      responseType: 'token',
      defaultScope: 'login:email login:info',
      answer: ({ client, scope }, person) => {
        const access_token = grants.issueToken({ provider: 'yandex', clientId: client.id, person, scope })
        return { access_token, token_type: 'bearer', expires_in: String(tokenSeconds.yandex) }
      },
    }),
    'GET /yandex/info': ({ headers }) => info(grants, headers.authorization ?? ''),
  }
}

function info(grants: Grants, authorization: string): Reply {
  const grant = grants.findToken('yandex', /^OAuth (.+)$/.exec(authorization)?.[1] ?? '')
  // The real Yandex refuses with an empty body.
  if (!grant) return { status: 401, headers: { 'www-authenticate': 'OAuth' }, body: '' }
  const { id, name, surname, email, isEmailVerified } = grant.person
  // The answer lists only confirmed addresses.
  const emails = email && isEmailVerified ? [email] : []
  return json(200, {
    id,
    login: emails[0]?.split('@')[0] ?? `person-${id}`,
    client_id: grant.clientId,
    display_name: name,
    real_name: `${name} ${surname}`.trim(),
    first_name: name,
    last_name: surname,
    sex: null,
    ...(emails[0] && { default_email: emails[0], emails }),
    psuid: `1.${createHash('sha256').update(`${grant.clientId}:${id}`).digest('base64url')}`,
  })
}
