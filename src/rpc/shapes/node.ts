import * as z from 'zod/mini'

/** One setting: a dotted path and its value. */
export const ConfigEntry = z.object({
  Key: z.string(),
  Value: z.unknown(),
  /** There and true when the new value has no effect before the next start. */
  NeedsRestart: z.optional(z.boolean()),
})

/** All settings, without secrets. */
export const ConfigDocument = z.record(z.string(), z.unknown())

/** All settings before and after. */
export const SettingsChange = z.object({
  OldCfg: ConfigDocument,
  NewCfg: ConfigDocument,
  /** There and true when a new value has no effect before the next start. */
  NeedsRestart: z.optional(z.boolean()),
})

/** A sentence for a person. */
export const MessageReply = z.object({ Message: z.string() })

/** The progress of a check of all blocks, or its findings. */
export const RepoProgress = z.object({ Msg: z.string(), Progress: z.number() })

/** The version of the storage format. */
export const RepoVersion = z.object({ Version: z.string() })

/** Current and earlier calls. Times in RFC 3339, the zero time while a call runs. */
export const CallRecords = z.array(
  z.object({
    StartTime: z.string(),
    EndTime: z.string(),
    Active: z.boolean(),
    Command: z.string(),
    Options: z.record(z.string(), z.unknown()),
    Args: z.array(z.string()),
    ID: z.number(),
  }),
)

/** Traffic in bytes, and in bytes a second. */
export const Bandwidth = z.object({
  TotalIn: z.number(),
  TotalOut: z.number(),
  RateIn: z.number(),
  RateOut: z.number(),
})

/** One routing table. Times in RFC 3339, empty for never. */
export const DhtStats = z.object({
  Name: z.string(),
  Buckets: z.array(
    z.object({
      LastRefresh: z.string(),
      /** `null` for an empty bucket. */
      Peers: z.nullable(
        z.array(
          z.object({
            ID: z.string(),
            Connected: z.boolean(),
            AgentVersion: z.string(),
            LastUsefulAt: z.string(),
            LastQueriedAt: z.string(),
          }),
        ),
      ),
    }),
  ),
})

/** Where the read-only namespaces are mounted, in the network's spelling and in the document's. */
export const MountPoints = z.object({
  IPFS: z.string(),
  IPNS: z.string(),
  FuseAllowOther: z.boolean(),
  CAS: z.string(),
  NMS: z.string(),
})

/** One package of this build. */
export const Dependency = z.object({
  Path: z.string(),
  Version: z.string(),
  ReplacedBy: z.string(),
  Sum: z.string(),
})

export interface CommandNode {
  readonly Name: string
  readonly Subcommands: readonly CommandNode[]
  readonly Options: readonly { readonly Names: readonly string[] }[]
}

/** A command or group with its children. The long name of an option comes first. */
export const CommandTree: z.ZodMiniType<CommandNode> = z.object({
  Name: z.string(),
  get Subcommands() {
    return z.readonly(z.array(CommandTree))
  },
  Options: z.readonly(z.array(z.object({ Names: z.readonly(z.array(z.string())) }))),
})

/** A peer, or this node. A list is `null` where nothing is known of another peer. */
export const PeerInfo = z.object({
  ID: z.string(),
  PublicKey: z.string(),
  Addresses: z.nullable(z.array(z.string())),
  AgentVersion: z.string(),
  ProtocolVersion: z.string(),
  Protocols: z.nullable(z.array(z.string())),
})

/** The software, its platform and its storage format. */
export const Version = z.object({
  Version: z.string(),
  Commit: z.string(),
  Repo: z.string(),
  System: z.string(),
  Golang: z.string(),
})

/** Versions in a sample of nodes, this one included. */
export const VersionCheck = z.object({
  UpdateAvailable: z.boolean(),
  RunningVersion: z.string(),
  GreatestVersion: z.string(),
  PeersSampled: z.number(),
  WithGreaterVersion: z.number(),
})
