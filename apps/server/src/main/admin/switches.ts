import { switchNames } from '@doslovno/domain/switches.ts'
import * as z from 'zod'

import { listSwitches, setSwitch } from '#features/operations/index.ts'

import type { Command } from './command.ts'

const Name = z.enum(switchNames, `NAME: one of ${switchNames.join(', ')}`)
const State = z.enum(['on', 'off'], 'on or off')

export const switchCommands: readonly Command[] = [
  {
    name: 'switches list',
    usage: '',
    help: 'Lists what can be turned off during an incident, and what is.',
    words: { least: 0, most: 0 },
    kind: 'reading',
    prepare: () => async (ctx) => ({
      data: (await listSwitches(ctx)).map(({ isOn, ...row }) => ({ state: isOn ? 'on' : 'off', ...row })),
    }),
  },
  {
    name: 'switches set',
    usage: 'NAME on|off',
    help: 'Turns a switch on or off; every process follows within 5 s.',
    words: { least: 2, most: 2 },
    kind: 'change',
    prepare: ({ words, operator }) => {
      const [name, state] = [Name.parse(words[0]), State.parse(words[1])]
      return async (ctx) => {
        await setSwitch(ctx, { name, isOn: state === 'on', ...operator })
        return { data: { name, state } }
      }
    },
  },
]
