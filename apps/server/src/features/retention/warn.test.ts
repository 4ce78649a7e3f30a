import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { rememberTimeZone } from '#features/users/index.ts'
import { addScript } from '#test/recordings/library.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createTestBilling, type TestBilling } from '#test/subscriber.ts'

import { warnOwners } from './warn.ts'

const DAY = 86_400_000
const began = new Date('2027-11-20T06:07:00Z')
const days = (n: number) => new Date(began.getTime() + n * DAY)

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())
beforeEach(() => {
  test.clock.now = began
})

/** A user with files that are kept for some days from `began`. */
async function ownerOf(...keptDays: number[]): Promise<{ id: string; email: string; scriptIds: string[] }> {
  const owner = await test.createUser()
  const scriptIds: string[] = []
  for (const [index, kept] of keptDays.entries()) {
    const id = await addScript(test, owner.id, ['Раз.'])
    const times = { uploadedAt: days(-30), keepUntil: days(kept), fileName: `Запись ${index + 1}.mp3` }
    await test.ctx.db.updateTable('scripts').set(times).where('id', '=', id).execute()
    scriptIds.push(id)
  }
  return { ...owner, scriptIds }
}

async function morning(day: number): Promise<void> {
  test.clock.now = days(day)
  await warnOwners(test.ctx)
  await runJobs(test, 'retention')
}

/** With ordinary spaces. */
const mailsTo = ({ email }: { email: string }) =>
  test.mails
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => ({ subject: spaced(subject), text: spaced(text) }))
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

it('mails the owner of a file once, three days before it is deleted', async () => {
  const owner = await ownerOf(7)
  const told: number[] = []

  for (let day = 0; day < 8; day++) {
    await morning(day)
    told.push(mailsTo(owner).length)
  }

  expect(told).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  const [mail] = mailsTo(owner)
  expect(mail?.subject).toBe('Скоро удалим «Запись 1»')
  expect(mail?.text).toContain('хранятся до 27 ноября. Потом мы их удалим, и вернуть их будет нельзя.')
  expect(mail?.text).toContain(`/files/${owner.scriptIds[0]}`)
})

it('names ten files in one mail and counts the others', async () => {
  const owner = await ownerOf(3, ...Array.from({ length: 11 }, () => 2))

  await morning(0)

  const [mail, ...others] = mailsTo(owner)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Скоро удалим 12 файлов')
  expect(mail?.text).toContain('Запись 2 — до 22 ноября')
  expect(mail?.text).toContain('и ещё 2 файла')
  expect(mail?.text).not.toContain('Запись 1 ')
})

it('sends nothing about files that are kept longer before the mail is written, and tells of the new end', async () => {
  const owner = await ownerOf(3)
  await warnOwners(test.ctx)
  const keep = (until: Date) =>
    test.ctx.db.updateTable('scripts').set({ keepUntil: until }).where('userId', '=', owner.id).execute()

  await keep(days(30))
  await runJobs(test, 'retention')
  const first = mailsTo(owner).length
  await morning(27)

  expect([first, mailsTo(owner).length]).toEqual([0, 1])
})

it('leaves alone files that have expired', async () => {
  const owner = await ownerOf(2)
  await test.ctx.db.updateTable('scripts').set({ expiredAt: began }).where('userId', '=', owner.id).execute()

  await morning(0)

  expect(mailsTo(owner)).toEqual([])
})

it('names the day in the time zone of the owner', async () => {
  const owner = await ownerOf(7)
  const keepUntil = new Date('2027-11-27T20:00:00Z')
  await test.ctx.db.updateTable('scripts').set({ keepUntil }).where('userId', '=', owner.id).execute()
  await rememberTimeZone(test.ctx.db, owner.id, 'Asia/Vladivostok')

  await morning(4)

  expect(mailsTo(owner)[0]?.text).toContain('хранятся до 28 ноября')
})
