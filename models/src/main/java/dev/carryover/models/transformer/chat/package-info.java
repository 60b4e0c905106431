/**
 * Chat templates: how a model was taught to see a conversation, in the part of Jinja's language
 * that such templates use.
 *
 * <p>A template is a stranger's program. It sees the turns and the special tokens, has no clock, no
 * files and no Java behind its values, and its steps and its output are counted. The library for
 * Jinja on Java, Jinjava, was tried and does not strip white space before <code>{{-</code>, on
 * which nearly every chat template relies.
 */
@NullMarked
package dev.carryover.models.transformer.chat;

import org.jspecify.annotations.NullMarked;
