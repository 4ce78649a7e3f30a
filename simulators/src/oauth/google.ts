import { json, type Routes } from '#http.ts'

import { authorizeRoutes } from './authorize.ts'
import { type Grants, tokenSeconds } from './grants.ts'

const EMAIL_SCOPE = 'https://www.googleapis.com/auth/userinfo.email'
const longNames: Record<string, string> = {
  email: EMAIL_SCOPE,
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

export function googleRoutes(grants: Grants): Routes {
  return {
    ...authorizeRoutes({
      provider: 'google',
      path: '/google/o/oauth2/v2/auth',
      sign: '#',
      responseType: 'token',
      defaultScope: '',
      problemOf: (query) => (query.get('scope') ? undefined : 'The request has no scope.'),
      answer: ({ client, scope: wanted }, person) => {
        const scope = expand(wanted)
        const access_token = grants.issueToken({ provider: 'google', clientId: client.id, person, scope })
        return { access_token, token_type: 'Bearer', expires_in: String(tokenSeconds.google), scope }
      },
    }),
    'GET /google/tokeninfo': ({ query }) => tokeninfo(grants, query.get('access_token') ?? ''),
    'GET /google/v1/userinfo': ({ headers }) => userinfo(grants, headers.authorization ?? ''),
  }
}

/** Google returns short scope names in their long form. */
function expand(scope: string): string {
  return scope
    .split(' ')
    .map((name) => longNames[name] ?? name)
    .join(' ')
}

// Every value is a string here, numbers and booleans too.
function tokeninfo(grants: Grants, token: string) {
  const grant = grants.findToken('google', token)
  if (!grant) return json(400, { error: 'invalid_token', error_description: 'Invalid Value' })
  const { clientId, person, scope, secondsLeft } = grant
  const { email, isEmailVerified } = person
  return json(200, {
    azp: clientId,
    aud: clientId,
    sub: person.id,
    scope,
    expires_in: String(secondsLeft),
    access_type: 'online',
    ...(email && scope.includes(EMAIL_SCOPE) && { email, email_verified: String(isEmailVerified) }),
  })
}

function userinfo(grants: Grants, authorization: string) {
  const grant = grants.findToken('google', /^Bearer (.+)$/.exec(authorization)?.[1] ?? '')
  if (!grant) return json(401, { error: 'invalid_request', error_description: 'Invalid Credentials' })
  const { id, name, surname, email, isEmailVerified } = grant.person
  return json(200, {
    sub: id,
    name: `${name} ${surname}`.trim(),
    given_name: name,
    ...(surname && { family_name: surname }),
    ...(email && grant.scope.includes(EMAIL_SCOPE) && { email, email_verified: isEmailVerified }),
  })
}
