// expects: nothing
import { exporter } from 'ipfs-unixfs-exporter'

export const read = exporter
