/** The identity of a Ceph cluster, fixed for its life. */
export type Cluster = { fsid: string; monPort: number; osdId: string }

/** Without the old protocol, whose port would be a second one to keep free. */
export const monAddress = (monPort: number) => `[v2:127.0.0.1:${monPort}]`

/** One node without replication: for development only. */
export function cephConf(dir: string, { fsid, monPort }: Pick<Cluster, 'fsid' | 'monPort'>): string {
  return `[global]
fsid = ${fsid}
mon initial members = a
mon host = ${monAddress(monPort)}
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
osd pool default pg num = 8
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
osd memory target = 939524096
# A sparse file: it occupies only what is stored.
bluestore block size = 21474836480
# Free the space of deleted objects in minutes, not hours.
rgw gc obj min wait = 300
rgw gc processor period = 300
log file = ${dir}/log/$name.log
admin socket = ${dir}/run/$name.asok
keyring = ${dir}/$name.keyring
mon data = ${dir}/mon
osd data = ${dir}/osd
mgr data = ${dir}/mgr
rgw data = ${dir}/rgw
`
}
