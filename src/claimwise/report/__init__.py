"""A Result in words, tables, JSON, reports and pictures. Computes nothing."""

from claimwise.report.answer import Answer, Checks, Table, named, plain, table
from claimwise.report.account import Account
from claimwise.report.checklist import Item
from claimwise.report.document import Document, Figure, Section, document, drawn
from claimwise.report.frame import to_frame
from claimwise.report.json import from_json, json_schema, to_dict, to_json
from claimwise.report.kinds import Presenter, answer_of, present
from claimwise.report.numbers import number, percent
from claimwise.report.terminal import text_of, to_text
