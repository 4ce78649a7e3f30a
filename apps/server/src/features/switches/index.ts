export { isOn, requireOn, watchSwitches } from './read.ts'
export { listSwitches, setSwitch } from './set.ts'
