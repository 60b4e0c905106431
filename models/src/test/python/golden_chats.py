"""Writes golden-chats.json: conversations as Jinja renders them, set as transformers sets it.

    pip install jinja2==3.1.6
    python golden_chats.py > golden-chats.json

The templates are ours, in the constructs of those that models come with.
"""
import json

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

TEMPLATES = {
    # one line, as SmolLM2's: a system turn of its own where there is none
    "chatml": "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\nYou help.<|im_end|>\n' }}{% endif %}{{'<|im_start|>' + message['role']"
    " + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}"
    "{{ '<|im_start|>assistant\n' }}{% endif %}",
    # indented with dashes, as Qwen 2.5's: a part for tools that no conversation here reaches
    "tools": """{%- if tools %}
    {{- '<|im_start|>system\\n' }}
    {%- for tool in tools %}
        {{- "\\n" }}
        {{- tool | tojson }}
    {%- endfor %}
    {{- "\\n{\\"name\\": <name>, \\"arguments\\": {}}}<|im_end|>\\n" }}
{%- else %}
    {%- if messages[0]['role'] == 'system' %}
        {{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' }}
    {%- else %}
        {{- '<|im_start|>system\\nYou are of use.<|im_end|>\\n' }}
    {%- endif %}
{%- endif %}
{%- for message in messages %}
    {%- if (message.role == "user") or (message.role == "system" and not loop.first) or (message.role == "assistant" and not message.tool_calls) %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}
    {%- elif message.role == "assistant" %}
        {%- for tool_call in message.tool_calls %}
            {%- if tool_call.function is defined %}
                {%- set tool_call = tool_call.function %}
            {%- endif %}
            {{- tool_call.arguments | tojson }}
        {%- endfor %}
    {%- elif message.role == "tool" %}
        {%- if (loop.index0 == 0) or (messages[loop.index0 - 1].role != "tool") %}
            {{- '<|im_start|>user' }}
        {%- endif %}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
""",
    # headers, as Llama 3's: defaults by "is defined", a slice, filters
    "headers": """{{- bos_token }}
{%- if not date_string is defined %}
    {%- if strftime_now is defined %}
        {%- set date_string = strftime_now("%d %b %Y") %}
    {%- else %}
        {%- set date_string = "1 Jan 2025" %}
    {%- endif %}
{%- endif %}
{%- if not tools is defined %}
    {%- set tools = none %}
{%- endif %}
{#- The system turn stands apart. #}
{%- if messages[0]['role'] == 'system' %}
    {%- set system_message = messages[0]['content']|trim %}
    {%- set messages = messages[1:] %}
{%- else %}
    {%- set system_message = "" %}
{%- endif %}
{{- "<|start_header_id|>system<|end_header_id|>\\n\\n" }}
{%- if tools is not none %}
    {{- "Tools\\n" }}
{%- endif %}
{{- "Date: " + date_string + "\\n\\n" }}
{{- system_message }}
{{- "<|eot_id|>" }}
{%- for message in messages %}
    {%- if not (message.role == 'ipython' or message.role == 'tool' or 'tool_calls' in message) %}
        {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n'+ message['content'] | trim + '<|eot_id|>' }}
    {%- elif 'tool_calls' in message %}
        {%- if not message.tool_calls|length == 1 %}
            {{- raise_exception("One call at a time!") }}
        {%- endif %}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
{%- endif %}
""",
    # turns must take turns, as Mistral's
    "alternate": "{{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') != "
    "(loop.index0 % 2 == 0) %}{{ raise_exception('User and assistant must take turns!') }}{% endif %}"
    "{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + ' [/INST]' }}"
    "{% elif message['role'] == 'assistant' %}{{ message['content'] + eos_token}}{% else %}"
    "{{ raise_exception('Only user and assistant!') }}{% endif %}{% endfor %}",
    # another name for a role, as Gemma's; blocks on lines of their own
    "renamed": """{{ bos_token }}
{% for message in messages %}
  {% if message['role'] == 'assistant' %}
    {% set role = 'model' %}
  {% else %}
    {% set role = message['role'] %}
  {% endif %}
{{ '<start_of_turn>' + role + '\\n' + message['content'] | trim + '<end_of_turn>\\n' }}
  {# a remark #}
{% endfor %}
{% if add_generation_prompt %}
<start_of_turn>model
{% endif %}
end of text
""",
    # a namespace and a walk from the end, as Qwen 3's
    "thinking": """{%- set ns = namespace(searching=true, last=messages|length - 1) %}
{%- for message in messages[::-1] %}
    {%- set index = (messages|length - 1) - loop.index0 %}
    {%- if ns.searching and message.role == "user" and message.content is string and not(message.content.startswith('<tool>') and message.content.endswith('</tool>')) %}
        {%- set ns.searching = false %}
        {%- set ns.last = index %}
    {%- endif %}
{%- endfor %}
{%- for message in messages %}
    {%- set content = message.content if message.content is string else '' %}
    {%- if message.role == 'assistant' and '</think>' in content %}
        {%- set reasoning = content.split('</think>')[0].rstrip('\\n').split('<think>')[-1].lstrip('\\n') %}
        {%- set content = content.split('</think>')[-1].lstrip('\\n') %}
        {%- if loop.index0 > ns.last and (loop.last or (not loop.last and reasoning)) %}
            {{- '<think>' ~ reasoning.strip() ~ '</think>' }}
        {%- endif %}
    {%- endif %}
    {{- message.role ~ ':' ~ content ~ '\\n' }}
{%- endfor %}
""",
    # lines that end in two characters
    "windows": "{% if true %}\r\n  {{ messages[0].content }}\r\n{% endif %}\r\n{{ 'a\u00a0b\tc'.split() | last }}\r\n",
    # what else the language has, in small
    "rest": """{% set numbers = [1, 2, 3] + [4] %}
{{ numbers[0] }} {{ numbers[-1] }} {{ numbers[1:3] | join('-') }} {{ numbers | length }} {{ 7 // 2 }} {{ 7 % 4 }} {{ -2 * 3 + 1 }} {{ 1 < 2 < 3 }} {{ 3 < 2 < 1 }}
{{ 'a' if false }}|{{ 'a' if true else 'b' }}|{{ nothing }}|{{ nothing | default('c') }}|{{ none }}|{{ true }}|{{ not 0 }}|{{ 'x' or 'y' }}|{{ '' or 'y' }}|{{ '' and 'y' }}
{% for i in range(3) %}{{ loop.index }}/{{ loop.length }}{% if not loop.last %}, {% endif %}{% else %}none{% endfor %}
{% for i in [] %}{{ i }}{% else %}none{% endfor %}
{% for key, value in {'a': 1, 'b': 2}.items() %}{{ key }}={{ value }};{% endfor %}
{% for i in range(1, 6) if i is odd %}{{ i }}{{ loop.nextitem }} {% endfor %}
{% set x = 1 %}{% for i in range(2) %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}
{{ 'Ab c'.upper() }} {{ 'Ab c' | lower }} {{ 'ab cd' | title }} {{ 'aB' | capitalize }} {{ ' x ' | trim }} {{ 'a,b,c'.split(',') | last }} {{ ' a  b '.split() | join('.') }} {{ 'aXbX'.replace('X', '--') }} {{ 'xxaxx'.strip('x') }}
{{ 'é\\u00e9"\\n' | tojson }} {{ 5 | tojson }} {{ 'a' ~ 1 ~ none }} {{ 'b' in 'abc' }} {{ 2 not in [1, 2] }} {{ 'k' in {'k': 0} }} {{ {'k': 5}['k'] }} {{ {'k': 5}.get('z', 6) }} {{ {'k': {'j': 7}}.k.j }} {{ {'k': {'j': {}}}['k']['j'] | length}} {{ 'äöü'[1] }} {{ 'abc'[:-1] }} {{ 'abc'[1:] }}
{{ messages is defined and messages is iterable and messages[0] is mapping }} {{ 4 is even }} {{ 'a' is none }} {{ 'a' == 'a' }} {{ 'a' != 'a' }} {{ messages[99] is defined }} {{ 'a' is not string }}
  {%+ if true %}kept{% endif +%}

a {{- ' b ' -}} c {#- gone -#} d
	{% if true %}	tab{% endif %}{{ '%}' }}{{ "it's }}" }}{{ '{"a": {}}' }} { not } a {
mark
{% macro unused(a, b='c') %}{{ a }}{% endmacro %}
{% generation %}{{ messages[0].content }}{% endgeneration %}
""",
}

CONVERSATIONS = {
    "one": [("user", "Hello")],
    "three": [("user", " What is it? "), ("assistant", "A <b>.\n"), ("user", "{{ bos_token }} {% if x %}")],
    "system": [("system", " Be\u00a0brief.\u00a0\n"), ("user", "Größe ♥ \"quoted\"\n\nlines"), ("assistant", "Yes"), ("user", "")],
    "thought": [("user", "q"), ("assistant", "<think>\nhm\n</think>\n\nfirst"), ("user", "r"),
                ("assistant", "<think>\nso\n</think>\n\nsecond")],
}


class Refused(Exception):
    pass


def refuse(message):
    raise Refused(message)


class Generation(jinja2.ext.Extension):
    """The statement that transformers adds, which only marks what a model wrote."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.Scope(body).set_lineno(line)


def to_json(value):
    return json.dumps(value, ensure_ascii=False)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[Generation])
environment.filters["tojson"] = to_json
environment.globals["raise_exception"] = refuse

golden = []
for name, source in TEMPLATES.items():
    template = environment.from_string(source)
    for conversation, turns in CONVERSATIONS.items():
        messages = [{"role": role, "content": content} for role, content in turns]
        for answering in (True, False):
            entry = {"template": name, "conversation": conversation, "answering": answering}
            try:
                entry["text"] = template.render(
                    messages=messages, add_generation_prompt=answering,
                    bos_token="<s>", eos_token="</s>")
            except Refused as refusal:
                entry["refusal"] = str(refusal)
            golden.append(entry)

print(json.dumps({"templates": TEMPLATES, "conversations": CONVERSATIONS, "golden": golden},
                 indent=1, ensure_ascii=False))
