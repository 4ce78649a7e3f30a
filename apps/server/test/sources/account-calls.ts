import { form, newEmail } from '#test/people.ts'
import { PASSWORD } from '#test/test-app.ts'

import { ACCOUNT, PUBLIC, READ, type SourceCall } from './source-call.ts'
import type { Person, World } from './world.ts'

const USER = 'id name surname email tariff minutesRemain availableUploads canChangeTariff isSuperuser'
const USER_TARIFF = 'id name fileSize limitFileCount subscriptionStatus period meta.unlimitTheses thesesGenerations'
const EVENT = 'paymentId type tariffName tariffId minutes amount'
const INFO_TARIFF =
  'name public isFree expiredAt nextPaymentDate nextTariff nextMinutesBundleDate minutesRemain minutesActual maxFileSize priceMinute id paymentMethodData.title'
const PAYMENT = 'createdAt amount description type status'
const TARIFF =
  'id name meta.description meta.popular meta.ceoContact meta.aiSettings priceMonth priceYear priceYearDiscount priceMinute minutes fileSize limitFileCount fileStorage remainedMonths'
const TOKENS = 'accessToken refreshToken'
const LOGIN_RESULT = `${TOKENS} needToPrivacyApprove isRegistration`

const under = (path: string, fields: string) =>
  fields
    .split(' ')
    .map((field) => `${path}.${field}`)
    .join(' ')

/** §7 of the source about accounts. */
export const accountCalls: readonly SourceCall[] = [
  {
    call: 'GET /api/account',
    sent: '',
    answered: [under('user', USER), under('user.tariff', USER_TARIFF), under('events.*', EVENT)].join(' '),
    statuses: ACCOUNT,
    make: bought,
  },
  {
    call: 'GET /api/account/info',
    sent: '',
    answered: [
      under('tariff', INFO_TARIFF),
      'minutesExtraRemain apiKey',
      under('payments.*', PAYMENT),
      under('notificationTargets.*', 'target formats'),
    ].join(' '),
    statuses: ACCOUNT,
    make: bought,
  },
  {
    call: 'POST /api/account',
    sent: 'name surname',
    answered: '',
    statuses: ACCOUNT,
    make: async () => ({ payload: { name: 'Анна', surname: 'Ковалёва' } }),
  },
  {
    call: 'POST /api/account/register',
    sent: 'name surname email password privacyApprove utmData promoCode',
    answered: '',
    statuses: PUBLIC,
    make: async () => ({ payload: registration(newEmail()) }),
  },
  {
    call: 'POST /api/account/confirm-mail',
    sent: 'token',
    answered: TOKENS,
    statuses: PUBLIC,
    make: async ({ people, tokenTo }) => {
      const email = newEmail()
      await people.post('register', registration(email))
      return { payload: { token: await tokenTo(email) } }
    },
  },
  {
    call: 'POST /api/account/login',
    sent: 'email password',
    answered: LOGIN_RESULT,
    statuses: PUBLIC,
    make: async (_world, { email }) => ({ payload: { email, password: PASSWORD } }),
  },
  {
    call: 'POST /api/account/logout',
    sent: 'refreshToken',
    answered: '',
    statuses: PUBLIC,
    make: async ({ tokensOf }, person) => ({ payload: { refreshToken: (await tokensOf(person)).refreshToken } }),
  },
  {
    call: 'POST /api/account/sign-by-google',
    sent: 'accessToken utmData isPrivacyApprove',
    answered: LOGIN_RESULT,
    statuses: PUBLIC,
    make: async ({ newGrant }) => ({ payload: { ...(await newGrant('google')), utmData: '', isPrivacyApprove: true } }),
  },
  {
    // VK ID has added a verifier and a device since.
    call: 'POST /api/account/sign-by-vk',
    sent: 'code redirectUrl utmData isPrivacyApprove',
    answered: LOGIN_RESULT,
    statuses: PUBLIC,
    make: async ({ newGrant }) => ({ payload: { ...(await newGrant('vk')), utmData: '', isPrivacyApprove: true } }),
  },
  {
    call: 'POST /api/account/sign-by-yandex',
    sent: 'accessToken utmData isPrivacyApprove',
    answered: LOGIN_RESULT,
    statuses: PUBLIC,
    make: async ({ newGrant }) => ({ payload: { ...(await newGrant('yandex')), utmData: '', isPrivacyApprove: true } }),
  },
  { call: 'GET /api/account/tariffs', sent: '', answered: under('*', TARIFF), statuses: PUBLIC },
  {
    call: 'POST /api/account/payment/minutes',
    sent: 'minutesCount',
    answered: 'autoConfirm redirectUrl',
    statuses: ACCOUNT,
    make: async () => ({ payload: { minutesCount: 30 } }),
  },
  {
    call: 'POST /api/account/payment/tariff',
    sent: 'tariffId period',
    answered: 'redirectUrl isFree',
    statuses: ACCOUNT,
    make: async () => ({ payload: { tariffId: 4, period: 'year' } }),
  },
  {
    call: 'POST /api/account/payment/repay-subscription',
    sent: 'changePaymentMethod',
    answered: 'redirectUrl autoConfirm',
    statuses: ACCOUNT,
    make: async ({ failRenewal }, person) => {
      await failRenewal(person)
      return { payload: { changePaymentMethod: true } }
    },
  },
  { call: 'POST /api/account/payment/cancel-subscription', sent: '', answered: 'expiredAt', statuses: ACCOUNT },
  { call: 'POST /api/account/payment/unlink-card', sent: '', answered: '', statuses: ACCOUNT, make: bought },
  {
    call: 'POST /api/account/notifications',
    sent: 'targets formats',
    answered: '',
    statuses: ACCOUNT,
    make: async () => ({ payload: NOTIFICATIONS }),
  },
  {
    call: 'POST /api/account/recover-password',
    sent: 'email',
    answered: '',
    statuses: PUBLIC,
    make: async (_world, { email }) => ({ payload: { email } }),
  },
  {
    call: 'POST /api/account/recover-password-confirm',
    sent: 'token newPassword',
    answered: '',
    statuses: PUBLIC,
    make: async ({ people, tokenTo, newPerson }) => {
      const { email } = await newPerson()
      await people.post('recover-password', { email })
      return { payload: { token: await tokenTo(email), newPassword: 'Another-pass-2' } }
    },
  },
  {
    call: 'POST /api/account/edit-password',
    sent: 'password',
    answered: '',
    statuses: ACCOUNT,
    make: async () => ({ payload: { password: 'Another-pass-2' } }),
  },
  {
    call: 'POST /api/account/edit-email',
    sent: 'email',
    answered: '',
    statuses: ACCOUNT,
    // The password came later: without it a stolen session moved the account.
    make: async () => ({ payload: { email: newEmail(), password: PASSWORD } }),
  },
  {
    call: 'POST /api/account/edit-email-confirm',
    sent: 'token',
    answered: '',
    statuses: PUBLIC,
    make: async ({ newPerson, tokenTo }) => {
      const email = newEmail()
      await (
        await newPerson()
      ).call({ method: 'POST', url: '/api/account/edit-email', payload: { email, password: PASSWORD } })
      return { payload: { token: await tokenTo(email) } }
    },
  },
  {
    call: 'POST /api/account/edit-password-confirm',
    sent: 'token',
    answered: '',
    statuses: PUBLIC,
    make: async ({ newPerson, tokenTo }) => {
      const person = await newPerson()
      await person.call({ method: 'POST', url: '/api/account/edit-password', payload: { password: 'Another-pass-2' } })
      return { payload: { token: await tokenTo(person.email) } }
    },
  },
  {
    call: 'POST /api/account/promo/activation',
    sent: 'code',
    answered: 'minutes',
    statuses: ACCOUNT,
    make: async ({ newPromo }) => ({ payload: { code: await newPromo() } }),
  },
  { call: 'POST /api/account/generate-api-key', sent: '', answered: 'apiKey', statuses: ACCOUNT },
  {
    call: 'POST /api/account/update-token',
    sent: 'refreshToken',
    answered: TOKENS,
    statuses: PUBLIC,
    make: async ({ tokensOf }, person) => ({ payload: { refreshToken: (await tokensOf(person)).refreshToken } }),
  },
  {
    call: 'POST /api/account/upgrade-legacy-token',
    sent: 'accessToken',
    answered: TOKENS,
    statuses: PUBLIC,
    make: async ({ newLegacyToken }, person) => ({ payload: { accessToken: await newLegacyToken(person) } }),
  },
  {
    call: 'POST /api/tools/send-feedback',
    sent: 'email text',
    answered: '',
    statuses: [200, 200, 200, 200, 403, 200], // a key that may only read sends nothing
    make: async (_world, { email }) => ({ payload: { email, text: 'Спасибо за работу!' } }),
  },
  {
    call: 'GET /api/tools/settings-templates',
    sent: '',
    answered: under('data.*', 'id name'),
    statuses: READ,
  },
]

const NOTIFICATIONS = { targets: ['email'], formats: ['txt', 'docx', 'srt', 'vtt'] }

/** Somebody who has bought minutes by card and chosen their notifications. */
async function bought({ buyMinutes }: World, person: Person) {
  await buyMinutes(person)
  await person.call({ method: 'POST', url: '/api/account/notifications', payload: NOTIFICATIONS })
  return {}
}

/** The registration of the source; ours adds a secret of the browser. */
function registration(email: string) {
  const { browserSecret: _secret, ...fields } = form(email)
  return fields
}
