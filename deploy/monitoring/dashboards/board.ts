import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common'
import {
  type Dashboard,
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

/** A dashboard as we write it: rows of time series, each with queries and their legends. */
export type Board = { uid: string; title: string; rows: readonly Row[] }
type Row = { title: string; panels: readonly Panel[] }
type Panel = { title: string; unit: Unit; queries: readonly Query[]; about?: string }
type Query = readonly [expr: string, legend: string]
/** Units of Grafana. */
type Unit = 'reqps' | 'ops' | 's' | 'percentunit' | 'short' | 'bytes' | 'Bps' | 'none'

/** Three panels of 8 in a row of Grafana's 24. */
const PANEL = { width: 8, height: 8 }
/** The Prometheus that the reader chooses at the top of the dashboard. */
const source = { type: 'prometheus', uid: '${source}' }

export function buildBoard({ uid, title, rows }: Board): Dashboard {
  const board = new DashboardBuilder(`Doslovno: ${title}`)
    .uid(uid)
    .tags(['doslovno'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('source').label('Prometheus').type('prometheus'))
  let id = 0
  for (const row of rows) {
    board.withRow(new RowBuilder(row.title).id(++id))
    for (const panel of row.panels) board.withPanel(buildPanel(panel).id(++id))
  }
  return board.build()
}

function buildPanel({ title, unit, queries, about = '' }: Panel): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .description(about)
    .datasource(source)
    .unit(unit)
    .min(0)
    .legend(new VizLegendOptionsBuilder().showLegend(true))
    .span(PANEL.width)
    .height(PANEL.height)
  for (const [index, [expr, legend]] of queries.entries()) panel.withTarget(buildQuery(expr, legend, index))
  return panel
}

/** Queries of a panel are called A, B, C … */
const buildQuery = (expr: string, legend: string, index: number) =>
  new DataqueryBuilder()
    .refId(String.fromCharCode('A'.charCodeAt(0) + index))
    .datasource(source)
    .expr(expr)
    .legendFormat(legend)
