//! The shape of a configuration: one struct a table of `default.toml`, where every key is explained.

use super::mcp::McpConfig;
use super::memory::MemoryConfig;
use serde::{Deserialize, Serialize};

/// Everything that can be set. Made by [`super::defaults`] and the layers; never built by hand outside tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "default.toml documents each key once, and the generated reference is made from it")]
pub struct Config {
    pub mode: Mode,
    pub profile: Profile,
    pub fail: Fail,
    pub scope: ScopeConfig,
    pub goal: GoalConfig,
    pub repository: RepositoryConfig,
    pub index: IndexConfig,
    pub infer: InferConfig,
    pub unasked: UnaskedConfig,
    pub grounding: GroundingConfig,
    pub stream: StreamConfig,
    pub coherence: CoherenceConfig,
    pub facts: FactsConfig,
    pub evidence: EvidenceConfig,
    pub score: ScoreConfig,
    pub escalation: EscalationConfig,
    pub cooldown: CooldownConfig,
    pub trail: TrailConfig,
    pub correction: CorrectionConfig,
    pub review: ReviewConfig,
    pub verify: VerifyConfig,
    pub signal: SignalConfig,
    pub liveness: LivenessConfig,
    pub injection: InjectionConfig,
    pub memory: MemoryConfig,
    pub store: StoreConfig,
    pub input: InputConfig,
    pub report: ReportConfig,
    pub serve: ServeConfig,
    pub inference: InferenceConfig,
    pub judge: JudgeConfig,
    pub mcp: McpConfig,
}

/// What driftguard may do; ordered from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Records, says nothing.
    Monitor,
    /// Gives text to the agent.
    Guide,
    /// Also denies off-goal edits.
    Enforce,
}

impl Mode {
    /// The word of the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Monitor => "monitor",
            Self::Guide => "guide",
            Self::Enforce => "enforce",
        }
    }
}

/// Which scoring rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The rules that are right.
    Default,
    /// The literal rules of seed 004.
    Seed,
}

/// What a failure inside a hook does to the agent; ordered from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fail {
    /// Nothing.
    Open,
    /// The prompt or action is blocked.
    Closed,
}

/// Who is asked where the local answer is unsure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgeKind {
    /// Nobody.
    None,
    /// A program on this machine.
    Command,
    /// A model that Ollama runs on this machine.
    Ollama,
    /// The Anthropic API.
    Anthropic,
    /// An API that is compatible with `OpenAI`'s.
    Openai,
}

/// How known facts are found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactsBackend {
    /// In a list, by shared words and by vectors of letter groups.
    Memory,
    /// In a database in memory, by full-text search and by vectors.
    Sqlite,
    /// As `sqlite`, ordered again by how much of the question each holds.
    Reranked,
}

/// What turns a text into a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EncoderKind {
    /// Nothing: likeness is told by words alone.
    None,
    /// The table of word pieces in this program.
    Table,
    /// A model that the user has fetched, where there is time to load it; in hooks the table.
    Neural,
}

macro_rules! table {
    ($name:ident { $($(#[$note:meta])* $field:ident : $kind:ty),+ $(,)? }) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(missing_docs, reason = "default.toml documents each key once")]
        pub struct $name { $($(#[$note])* pub $field: $kind),+ }
    };
}

table!(ScopeConfig {
    always_ok: Vec<String>,
    protect: Vec<String>,
    /// The entries of `protect` that only the project's own file has; no key.
    #[serde(skip)]
    of_project: Vec<String>,
    max_entries: usize,
    max_matches_per_word: usize,
    max_working_folders: usize,
});
table!(GoalConfig {
    max_text: usize,
    max_line: usize,
    max_keywords: usize,
    max_history: usize,
    follow_up_words: usize,
    shared_percent: usize,
});
table!(RepositoryConfig { max_files: usize, budget_ms: u64 });
table!(IndexConfig {
    background: bool,
    fresh_minutes: u64,
    whole_minutes: u64,
    max_seconds: u64,
    max_files: usize,
    max_bytes: u64,
    max_words: usize,
    files_a_transaction: usize,
    keep_days: u32,
    max_files_a_word: usize,
    symbol_weight: f64,
    saturation: f64,
    length_share: f64,
    commits: usize,
    files_a_commit: usize,
    history_bytes: u64,
    history_seconds: u64,
    min_times: u32,
    pairs_a_file: usize,
});
table!(InferConfig {
    base: [f64; 4],
    parent: [f64; 4],
    upper: [f64; 4],
    whole: [f64; 4],
    cover: [f64; 3],
    named: [f64; 2],
    near: [f64; 3],
    asked: [f64; 3],
    kind: [f64; 10],
    shape: [f64; 2],
    generic: f64,
    crowd: f64,
    threshold: f64,
    max_likely: usize,
    max_indexed: usize,
    max_files: usize,
});
// Boxed: a configuration is moved about, and this is asked for by `check` alone.
table!(UnaskedConfig {
    contrast_words: Box<[f64; 24]>,
    contrast_kind: Box<[f64; 15]>,
    contrast_rank: Box<[f64; 4]>,
    pair: Box<[f64; 14]>,
    weights: Box<[f64; 25]>,
    intercept: f64,
    speak: f64,
    also: f64,
});
table!(GroundingConfig {
    entailment: [f64; 4],
    entity: [f64; 4],
    number: [f64; 3],
    negation: [f64; 2],
    traceability: [f64; 2],
    intercept: f64,
    max_words: usize,
    model_share: f64,
    model_limit: f64,
    model_margin: f64,
    model_sentences: usize,
});
table!(StreamConfig {
    hard: f64,
    window: usize,
    window_mean: f64,
    reference: f64,
    change: f64,
    trend: bool,
    trend_window: usize,
    trend_fall: f64,
    doubt: f64,
    soft: bool,
    soft_tokens: usize,
    expected: f64,
    expected_words: f64,
    feared: f64,
    strange: f64,
    code_weight: f64,
    common_weight: f64,
    own_after: usize,
    max_own: usize,
    fewest_known: usize,
    fewest_told: usize,
    max_known: usize,
    eager: bool,
    contradiction: f64,
    self_contradiction: f64,
    same_subject: f64,
    as_told: f64,
    max_told: usize,
    max_sentence: usize,
});
table!(FactsConfig { backend: FactsBackend, most: usize, flat: f64, nearest: f64, wider: usize });
table!(CoherenceConfig {
    logical: f64,
    factual: f64,
    no_facts: f64,
    threshold: f64,
    margin: f64,
    local_weight: f64,
    judge_yes: f64,
    judge_no: f64,
    cache: usize,
    cache_ms: i64,
});
table!(EvidenceConfig {
    named: f64,
    planned: f64,
    related: f64,
    unknown: f64,
    repeat_share: f64,
    ceiling: f64,
    single_inferred_cap: f64,
    max_open: usize,
});
table!(ScoreConfig { thresholds: [f64; 9], clean: u8 });
table!(EscalationConfig { max: u8, drifted_below: u8, give_up_after: usize });
table!(TrailConfig { window: usize });
table!(CooldownConfig { events: u32, alpha: f64, saturation: f64, stretch: f64 });
table!(CorrectionConfig {
    max_chars: usize,
    max_chars_halt: usize,
    budget_tokens: u32,
    chars_per_token: u32,
    max_files: usize,
    min_severity: f64,
    max_recalled: usize,
});
table!(ReviewConfig { corrections: u32, mean_below: f64, mean_checks: u32, escalation: u8, had_drift_below: u8 });
table!(VerifyConfig {
    entailment: f64,
    entity: f64,
    number: f64,
    negation: f64,
    traceability: f64,
    refute: f64,
    support: f64,
});
table!(LivenessConfig { min_coverage: u8, min_calls: u64 });
table!(InjectionConfig {
    enabled: bool,
    threshold: f64,
    max_suspicions: usize,
    max_decoded: usize,
    max_depth: usize,
    max_bytes: usize,
    weighs_host: f64,
    weighs_command: f64,
    weighs_file: f64,
    weighs_odd_word: f64,
    weighs_word: f64,
    weigh_words: f64,
    follows_dangerous: f64,
    follows_beyond: f64,
    shares: f64,
});
table!(StoreConfig {
    deadline_ms: u64,
    keep_days: u32,
    abandoned_days: u32,
    history: usize,
    seen_prompts: usize,
    max_pending: usize,
});
table!(InputConfig { max_stdin: u64, max_line: usize, max_catch_up: u64, max_first: u64 });
table!(ReportConfig { reject: f64, max_claims: usize });
table!(ServeConfig {
    listen: String,
    max_body: usize,
    max_memory: usize,
    read_seconds: u64,
    request_seconds: u64,
    max_connections: usize,
    max_running: usize,
    stop_seconds: u64,
});
table!(InferenceConfig { encoder: EncoderKind, model: String, nli_model: String, max_tokens: usize, catch_up: usize });
table!(JudgeConfig {
    kind: JudgeKind,
    command: Vec<String>,
    url: String,
    model: String,
    key_variable: String,
    timeout_seconds: u64,
    max_calls: u32,
    max_chars: usize,
});
table!(OutOfScopeConfig { enabled: bool, declared: f64, inferred: f64 });
table!(TangentConfig { enabled: bool, weight: f64 });
table!(ThreadBreakConfig {
    enabled: bool,
    weight: f64,
    ceiling: f64,
    apart: u32,
    settle: u32,
    known_cost: u32,
    lead_cap: u32,
    shared: usize,
});
table!(StrayScriptConfig { enabled: bool, weight: f64, settle: u32, says: usize, heard: usize });
table!(ScopeCreepConfig { enabled: bool, weight: f64, settle: u32 });
table!(OverreachConfig { enabled: bool, upgrade: f64, outward: f64 });
table!(ActionRepeatConfig { enabled: bool, times: usize, weight: f64 });
table!(ReadLoopConfig { enabled: bool, times: usize, weight: f64 });
table!(FailureLoopConfig { enabled: bool, times: usize, attempts: usize, refused: usize, weight: f64 });
table!(EditRevertConfig { enabled: bool, swaps: usize, weight: f64, single: f64 });
table!(AlternationConfig { enabled: bool, longest: usize, rounds: usize, weight: f64 });
table!(MonologueConfig { enabled: bool, times: usize, weight: f64 });
table!(StuckConfig {
    enabled: bool,
    threshold: f64,
    weight: f64,
    after_look: [f64; 8],
    after_look_again: [f64; 8],
    after_change: [f64; 8],
    after_change_back: [f64; 8],
    after_run: [f64; 8],
    after_run_again: [f64; 8],
    after_fail: [f64; 8],
    after_fail_again: [f64; 8],
});
table!(OverEditConfig {
    enabled: bool,
    tests: u32,
    tests_weight: f64,
    layout_lines: u32,
    rewritten_lines: u32,
    weight: f64,
});
table!(ConstraintBreachConfig { enabled: bool, forbidden: f64, softer: f64 });
table!(IgnoredCorrectionConfig { enabled: bool, weight: f64 });
table!(DelegatedDriftConfig { enabled: bool, weight: f64 });

/// One table a signal, named as the signal is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "default.toml documents each key once")]
pub struct SignalConfig {
    pub out_of_scope: OutOfScopeConfig,
    pub tangent: TangentConfig,
    pub thread_break: ThreadBreakConfig,
    pub stray_script: StrayScriptConfig,
    pub scope_creep: ScopeCreepConfig,
    pub overreach: OverreachConfig,
    pub constraint_breach: ConstraintBreachConfig,
    pub ignored_correction: IgnoredCorrectionConfig,
    pub delegated_drift: DelegatedDriftConfig,
    pub action_repeat: ActionRepeatConfig,
    pub read_loop: ReadLoopConfig,
    pub failure_loop: FailureLoopConfig,
    pub edit_revert: EditRevertConfig,
    pub alternation: AlternationConfig,
    pub monologue: MonologueConfig,
    pub stuck: StuckConfig,
    pub over_edit: OverEditConfig,
}
