-- Two pieces of the index of terms that are alike in size become one at once: with sixteen, which is usual, a question looked into
-- some fifteen pieces for each of its terms in a memory that had grown lesson by lesson.
INSERT INTO memory_terms (memory_terms, rank) VALUES ('crisismerge', 2);
