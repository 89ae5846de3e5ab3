//! The features of a file: what each is called, where it stands in a row, and its weight.

use crate::config::InferConfig;

macro_rules! features {
    ($($name:ident),+ $(,)?) => {
        /// One feature; its place in the list is its place in a row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[rustfmt::skip]
        pub(super) enum Feature { $($name),+ }

        impl Feature {
            pub(super) const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];
        }
    };
}

features!(
    // Words of the file's name that stand in the title, the prose, among the marked names, in code and logs.
    BaseTitle,
    BaseProse,
    BaseMarked,
    BaseCode, //
    // The same for the folder that it lies in, and for those above.
    ParentTitle,
    ParentProse,
    ParentMarked,
    ParentCode,
    UpperTitle,
    UpperProse,
    UpperMarked,
    UpperCode,
    // The whole name as one word of the text.
    WholeTitle,
    WholeProse,
    WholeMarked,
    WholeCode,
    // The share of the name's words that the text has without code, and with it; neighbouring words that it writes as one.
    Cover,
    CoverAll,
    Pair,
    // Named by the user, or lying in a folder that is.
    NamedFile,
    NamedFolder,
    // The best other file of the folder; words shared with the best five files; the folder's surroundings.
    Sibling,
    Feedback,
    Subtree,
    // A test where the title speaks of tests, a pipeline where it speaks of those, a manifest where of dependencies.
    TestAsked,
    PipelineAsked,
    ManifestAsked,
    // Kinds of files.
    Test,
    Prose,
    Asset,
    Source,
    Example,
    Manifest,
    Pipeline,
    Hidden,
    Central,
    Tested,
    // Folders above, words of the name.
    Depth,
    Words,
);

/// One file's features, in the order of [`Feature::ALL`].
pub(super) type Row = [f32; Feature::ALL.len()];

/// Which of the kinds a file is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u64);

impl Kinds {
    pub(super) fn set(&mut self, kind: Feature) {
        self.0 |= 1 << kind as u64;
    }

    pub(super) fn has(self, kind: Feature) -> bool {
        self.0 & (1 << kind as u64) != 0
    }
}

/// The weights of the configuration in the order of [`Feature::ALL`].
pub(super) fn weights(config: &InferConfig) -> Row {
    let groups: [&[f64]; 10] = [
        &config.base,
        &config.parent,
        &config.upper,
        &config.whole,
        &config.cover,
        &config.named,
        &config.near,
        &config.asked,
        &config.kind,
        &config.shape,
    ];
    let mut row = [0.0; Feature::ALL.len()];
    #[expect(clippy::cast_possible_truncation, reason = "weights have four digits")]
    for (place, weight) in row.iter_mut().zip(groups.into_iter().flatten()) {
        *place = *weight as f32;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_weight_and_a_bit() {
        let config = crate::config::defaults().infer;
        let count = config.base.len() + config.parent.len() + config.upper.len() + config.whole.len();
        let rest = config.cover.len() + config.named.len() + config.near.len() + config.asked.len();
        assert_eq!(count + rest + config.kind.len() + config.shape.len(), Feature::ALL.len());
        assert!(Feature::ALL.len() < 64);
        let named = f64::from(weights(&config)[Feature::NamedFile as usize]);
        assert!((named - config.named[0]).abs() < 1e-4);
    }
}
