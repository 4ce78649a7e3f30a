import { expect, it } from 'vitest'

import { listOf } from './list-of.ts'

it.each([
  ['', []],
  ['кубернетес', ['кубернетес']],
  [' кубер  нетес ,кубер;\nкубер,, ', ['кубер нетес', 'кубер']],
])('lists the parts of «%s» once each', (text, parts) => {
  expect(listOf(text)).toEqual(parts)
})
