import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

const seller = { name: 'ООО «Ромашка»', inn: '7701234567', ogrn: '1027700132195', address: 'Москва, Лесная улица, 5' }

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ support: 'help@romashka.example', seller })
})
afterAll(() => test.close())

describe('the installation', () => {
  it('names support and the seller to everybody, and says where data goes', async () => {
    const reply = await test.app.inject({ method: 'GET', url: '/api/tools/installation' })

    expect(reply.json()).toEqual({
      supportEmail: 'help@romashka.example',
      seller,
      sendsRecordings: false,
      sendsTexts: false,
    })
  })

  it('says that no seller is named', async () => {
    const nameless = await createTestApp()

    const reply = await nameless.app.inject({ method: 'GET', url: '/api/tools/installation' })
    await nameless.close()

    expect(reply.json()).toMatchObject({ seller: null })
  })
})
