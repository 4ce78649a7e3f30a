import { expect, it } from 'vitest'

import { flawsOf, mutate, namesId, readMutants } from './list.ts'

it('breaks texts that are in their files exactly once', () => {
  expect(flawsOf(readMutants())).toEqual([])
})

it('refuses a text that is not there, is there twice, or stays as it is', () => {
  const mutant = { id: 'APP-1', file: 'a.ts', find: '10', replace: '11' }

  expect(mutate('wait(10)', mutant)).toBe('wait(11)')
  for (const text of ['wait(12)', 'wait(10, 10)']) expect(() => mutate(text, mutant)).toThrow('APP-1')
  expect(() => mutate('wait(10)', { ...mutant, replace: '10' })).toThrow('APP-1')
})

it('finds the titles that name a requirement', () => {
  expect(
    ['is so [APP-1]', 'is so [APP-2, APP-1]', 'is so [APP-2] [APP-1]'].filter((title) => namesId('APP-1').test(title)),
  ).toHaveLength(3)
  expect(['is so', 'is so [APP-11]', 'is APP-1'].filter((title) => namesId('APP-1').test(title))).toEqual([])
})
